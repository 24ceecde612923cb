// What a scheduler costs in CPU time and memory while it has nothing to do, or only tasks that wait.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/cells/cell.hpp"
#include "harness/cells/pools/pool_report.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab {

// The part of a scheduler that these measurements need.
class resting_pool {
 public:
  virtual ~resting_pool() = default;
  virtual void submit(task&& what) = 0;
  virtual void drain() = 0;
  virtual std::uint64_t tasks_over() = 0;
  virtual std::string report() = 0;  // made by pool_report.hpp
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

// The time of the result is that of an idle pool. Counters: idle_cpu_share (CPU seconds per second, without the
// caller's own) and spin_down_cpu_ms (CPU time from the end of the last of 1,000 tasks until the workers rest, mean of
// some such ends).
measurement measure_idle(const resting_pool_maker& make, const repetition_request& request);

// An item is a queued task. Counters: bytes_per_worker (beyond a bare thread), bytes_per_task, bytes_per_task_itself
// (the part of it that is the task's own block; the rest belongs to queues and the allocator), bytes_after_drain and
// bytes_kept_for_tasks (the part of it that is kept for the next tasks).
measurement measure_pool_memory(const resting_pool_maker& make, unsigned workers, std::uint64_t tasks,
                                const repetition_request& request);

}  // namespace schedlab
