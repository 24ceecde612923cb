// An open loop: tasks arrive at random moments (a Poisson process) whether or not earlier ones are done; each takes a
// given time. Times count from the moment at which a task was meant to arrive, so a scheduler that holds up its
// submitter does not hide it (G. Tene's "coordinated omission"). An arrival that the generator itself made late is
// counted; if that is more than one in a hundred, the load was not the one that was asked for. The scheduler's own
// share of a task's wait is what exceeds its wait under a scheduler that costs nothing, for the very same arrivals and
// durations.
//
// Item: a task. Needs: submit, drain.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "workloads/pool/costless_workers.hpp"
#include "workloads/pool/must_submit.hpp"
#include "workloads/splitmix.hpp"

namespace schedlab {

struct open_load {
  double share = 0.7;  // of the work that all workers together could do
  std::uint64_t service_ns = 10'000;
  std::uint64_t arrivals = 2'000;  // per round
};

// What the harness supplies, and where the workload reports its times.
struct open_loop_tools {
  std::uint64_t (*now_ns)();
  void (*spin)(std::uint64_t turns);
  double turns_per_ns;
  std::function<void(std::uint64_t)> dispatched;  // arrival to start, ns
  std::function<void(std::uint64_t)> delayed;     // the part of it that the load itself did not cause
  std::function<void(std::uint64_t)> completed;   // arrival to end, ns
  std::function<void(std::uint64_t)> late;        // how many of a round's arrivals were late
};

template <class Scheduler>
class open_poisson {
 public:
  static constexpr bool joins = false;

  open_poisson(open_load load, open_loop_tools tools) : load_(load), tools_(std::move(tools)), tasks_(load.arrivals) {}

  std::uint64_t round(Scheduler& scheduler) {
    const double gap_ns = static_cast<double>(load_.service_ns) / (load_.share * scheduler.worker_count());
    const auto turns = static_cast<std::uint64_t>(static_cast<double>(load_.service_ns) * tools_.turns_per_ns);
    std::uint64_t late = 0;
    auto next = static_cast<double>(tools_.now_ns());
    for (times& mine : tasks_) {
      next += -std::log(1.0 - uniform()) * gap_ns;
      mine.arrival = static_cast<std::uint64_t>(next);
      late += wait_until(mine.arrival) ? 0u : 1u;
      must_submit(scheduler, [this, &mine, turns] {
        mine.start = tools_.now_ns();
        tools_.spin(turns);
        mine.end = tools_.now_ns();
      });
    }
    scheduler.drain();
    workers_ = static_cast<unsigned>(scheduler.worker_count());
    tools_.late(late);
    return tasks_.size();
  }

  // This also reports the times, because it runs outside of the timed round.
  std::string verify() {
    costless_workers without_cost(workers_);
    for (times& mine : tasks_) {
      if (mine.start == 0 || mine.end < mine.start) {
        return "task " + std::to_string(&mine - tasks_.data()) + " of " + std::to_string(tasks_.size()) +
               " was accepted and did not run";
      }
      tools_.dispatched(mine.start > mine.arrival ? mine.start - mine.arrival : 0);
      const std::uint64_t at_best = without_cost.start_of(mine.arrival, mine.end - mine.start);
      tools_.delayed(mine.start > at_best ? mine.start - at_best : 0);
      tools_.completed(mine.end > mine.arrival ? mine.end - mine.arrival : 0);
      mine = {};
    }
    return {};
  }

 private:
  struct times {
    std::uint64_t arrival = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
  };

  // False if the moment had passed by more than a microsecond already.
  bool wait_until(std::uint64_t moment) const {
    std::uint64_t now = tools_.now_ns();
    while (now < moment) now = tools_.now_ns();
    return now <= moment + 1000;
  }

  // A random number in [0, 1).
  double uniform() { return static_cast<double>(mix(random_state_ += golden_gamma) >> 11) * 0x1p-53; }

  const open_load load_;
  const open_loop_tools tools_;
  std::vector<times> tasks_;
  unsigned workers_ = 1;  // in the last round
  std::uint64_t random_state_ = 1;
};

}  // namespace schedlab
