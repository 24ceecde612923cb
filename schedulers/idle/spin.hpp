// An idle worker never gives its CPU away: a task starts as soon as it arrives, and every idle worker burns a CPU.
#pragma once

#include "idle_policy.hpp"

namespace schedlab {

class spin_idle final : public idle_policy {
 public:
  const char* name() const override { return "spin"; }
  idle_step after(std::uint64_t) const override { return idle_step::pause; }
};

}  // namespace schedlab
