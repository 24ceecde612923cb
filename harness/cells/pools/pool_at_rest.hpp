// What a scheduler costs while it has nothing to do, or nothing but tasks that wait: CPU and memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/cells/cell.hpp"
#include "harness/cells/pools/pool_report.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab {

// As much of a scheduler as this takes.
class resting_pool {
 public:
  virtual ~resting_pool() = default;
  virtual void submit(task&& what) = 0;
  virtual void drain() = 0;
  virtual std::uint64_t tasks_over() = 0;
  virtual std::string report() = 0;  // pool_report.hpp
};

template <class Scheduler>
class resting_pool_of final : public resting_pool {
 public:
  explicit resting_pool_of(const scheduler_setup& setup) : scheduler_(setup) {}
  void submit(task&& what) override { static_cast<void>(scheduler_.submit(std::move(what))); }
  void drain() override { scheduler_.drain(); }
  std::uint64_t tasks_over() override {
    const worker_counts all = scheduler_.statistics().sum();
    return all.completed + all.failed;
  }
  std::string report() override { return report_of(scheduler_); }

 private:
  Scheduler scheduler_;
};

using resting_pool_maker = std::function<std::unique_ptr<resting_pool>(const std::vector<int>& cpus)>;

// The time is that of an idle pool; counters: idle_cpu_share (CPU seconds per second, without the caller's own) and
// spin_down_cpu_ms (CPU burnt after the last of 1,000 tasks until the workers rest, mean of some such ends).
measurement measure_idle(const resting_pool_maker& make, const repetition_request& request);

// An item is a queued task. Counters: bytes_per_worker (beyond a bare thread), bytes_per_task and of it the task itself
// (the rest is the queues' and the allocator's), bytes_after_drain and of it what is kept for the next tasks.
measurement measure_pool_memory(const resting_pool_maker& make, unsigned workers, std::uint64_t tasks,
                                const repetition_request& request);

}  // namespace schedlab
