// One task spawns tasks that do nothing, a thousand at a time, and waits for each thousand: what do a spawn and its end
// cost when one worker makes all of them?
//
// An item is a spawned task.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "workloads/pool/tallies.hpp"
#include "workloads/pool/unless_equal.hpp"

namespace schedlab {

template <class Scheduler>
class spawn_flood {
 public:
  static constexpr bool joins = true;
  static constexpr std::uint64_t batch = 1000;

  explicit spawn_flood(std::uint64_t tasks) : tasks_(tasks) {}

  void prepare() { run_.reset(); }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] {
      for (std::uint64_t left = tasks_; left > 0;) {
        const std::uint64_t now = std::min(batch, left);
        typename Scheduler::group children(scheduler);
        for (std::uint64_t i = 0; i < now; ++i) {
          children.spawn([this] { run_.add(1); });
        }
        children.sync();
        left -= now;
      }
    });
    return tasks_;
  }

  std::string verify() { return unless_equal("tasks run", run_.sum(), tasks_); }

 private:
  const std::uint64_t tasks_;
  tallies run_;
};

}  // namespace schedlab
