// One running task submits tasks that do nothing, and no thread waits before all are submitted: like flood, but from a
// worker.
//
// An item is a submitted task.
#pragma once

#include <cstdint>
#include <string>

#include "workloads/pool/must_submit.hpp"
#include "workloads/pool/tallies.hpp"
#include "workloads/pool/unless_equal.hpp"

namespace schedlab {

template <class Scheduler>
class inside_submit_flood {
 public:
  static constexpr bool joins = false;

  explicit inside_submit_flood(std::uint64_t tasks) : tasks_(tasks) {}

  void prepare() { run_.reset(); }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] {
      for (std::uint64_t i = 0; i < tasks_; ++i) {
        must_submit(scheduler, [this] { run_.add(1); });
      }
    });
    scheduler.drain();
    return tasks_;
  }

  std::string verify() { return unless_equal("tasks run", run_.sum(), tasks_); }

 private:
  const std::uint64_t tasks_;
  tallies run_;
};

}  // namespace schedlab
