// The thief takes one task: enough for fork-join, where the oldest task of a deque is half of all its work.
#pragma once

#include "amount_policy.hpp"

namespace schedlab {

class steal_one final : public amount_policy {
 public:
  const char* name() const override { return "one"; }
  std::size_t amount(std::size_t) const override { return 1; }
};

}  // namespace schedlab
