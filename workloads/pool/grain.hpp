// Independent tasks of one chosen length, made by splitting their number in half until one is left, so that making them
// is parallel, too. The question is from which length on a scheduler keeps its workers at work.
//
// An item is a task that spins; the forks that make them are not counted.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "workloads/pool/tallies.hpp"
#include "workloads/pool/unless_equal.hpp"

namespace schedlab {

template <class Scheduler>
class grain {
 public:
  static constexpr bool joins = true;

  // `spin` spends so many turns.
  grain(std::uint64_t tasks, std::uint64_t turns, void (*spin)(std::uint64_t turns))
      : tasks_(tasks), turns_(turns), spin_(spin) {
    if (tasks == 0) throw std::invalid_argument("grain of 0 tasks; right is at least 1");
  }

  void prepare() { run_.reset(); }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { make(scheduler, tasks_); });
    return tasks_;
  }

  std::string verify() { return unless_equal("tasks run", run_.sum(), tasks_); }

 private:
  void make(Scheduler& scheduler, std::uint64_t tasks) {
    if (tasks == 1) {
      spin_(turns_);
      run_.add(1);
      return;
    }
    const std::uint64_t half = tasks / 2;
    scheduler.fork_join([&] { make(scheduler, half); }, [&] { make(scheduler, tasks - half); });
  }

  const std::uint64_t tasks_;
  const std::uint64_t turns_;
  void (*const spin_)(std::uint64_t turns);
  tallies run_;
};

}  // namespace schedlab
