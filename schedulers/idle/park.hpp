// An idle worker looks for a while, then sleeps until it is woken: an idle pool costs nothing, and a start costs a
// wake-up. Where half of the workers search already, the worker does not rob others during that while (event_count.hpp:
// at hand).
#pragma once

#include "idle_policy.hpp"

namespace schedlab {

class park_idle final : public idle_policy {
 public:
  // In a pool of two workers a look and a pause take 50 to 100 ns, a look and a yield 500 ns. So by default a worker
  // looks for some 20 us, which is what a sleep and a wake-up cost. In larger pools a look is longer and counts for
  // more (length_of_a_look in global_lane.hpp). With half as many looks a pool of two saves 0.03 ms of CPU time
  // whenever it falls idle, and a task that comes 10 us later waits 10 us instead of 0.4.
  explicit park_idle(std::uint64_t spins = 128, std::uint64_t yields = 24) : spins_(spins), yields_(yields) {}

  const char* name() const override { return "park"; }
  idle_step after(std::uint64_t looks) const override {
    if (looks < spins_) return idle_step::pause;
    return looks < spins_ + yields_ ? idle_step::yield : idle_step::park;
  }
  bool parks() const override { return true; }

 private:
  const std::uint64_t spins_;
  const std::uint64_t yields_;
};

}  // namespace schedlab
