// Never gives the CPU away: the shortest way from a task's arrival to its start, for as many CPUs as workers burn.
#pragma once

#include "idle_policy.hpp"

namespace schedlab {

class spin_idle final : public idle_policy {
 public:
  const char* name() const override { return "spin"; }
  idle_step after(std::uint64_t) const override { return idle_step::pause; }
};

}  // namespace schedlab
