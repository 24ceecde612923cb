// An idle worker spins for a while, then lets other threads run between two looks. It still burns a CPU, but not one
// that a busy thread needs.
#pragma once

#include "idle_policy.hpp"

namespace schedlab {

class spin_yield_idle final : public idle_policy {
 public:
  explicit spin_yield_idle(std::uint64_t spins = 64) : spins_(spins) {}

  const char* name() const override { return "spin_yield"; }
  idle_step after(std::uint64_t looks) const override { return looks < spins_ ? idle_step::pause : idle_step::yield; }

 private:
  const std::uint64_t spins_;
};

}  // namespace schedlab
