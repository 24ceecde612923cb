// The last victim that had something, as long as it has; then a random one. A worker that had tasks a moment ago often
// has more.
#pragma once

#include "victim_policy.hpp"

namespace schedlab {

class sticky_victim final : public victim_policy {
 public:
  const char* name() const override { return "sticky"; }
  unsigned choose(thief& who, const deque_sizes&) const override {
    const bool try_the_last = who.attempt == 0 && who.last_victim != who.self;
    return try_the_last ? who.last_victim : who.random_other();
  }
};

}  // namespace schedlab
