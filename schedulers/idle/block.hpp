// An idle worker sleeps in the queue's own blocking pop (mutex and condition variable), as in the pool of the
// thread-pool notes.
#pragma once

#include "idle_policy.hpp"

namespace schedlab {

class block_idle final : public idle_policy {
 public:
  const char* name() const override { return "block"; }
  idle_step after(std::uint64_t) const override { return idle_step::block; }
  bool blocks() const override { return true; }
};

}  // namespace schedlab
