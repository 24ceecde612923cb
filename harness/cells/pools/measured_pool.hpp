// A scheduler at a workload as the harness runs it: one class behind which each pair is compiled once.
//
// A repetition makes the scheduler and the workload, runs rounds until it is warm, then rounds until the window is
// over, and compares every round's answer with the known one. Only the rounds are timed. Afterwards the same rounds run
// once more while a thread watches, to see how often a task waited while a worker was idle. A watchdog stops a run that
// gets nowhere and says what each worker did.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/cells/cell.hpp"
#include "harness/measure/histogram.hpp"
#include "queues/memory/native_waiting.hpp"
#include "schedulers/scheduler_statistics.hpp"

namespace schedlab {

// Measurements that a workload may make beside its answer.
struct pool_instruments {
  histogram latency;
  histogram submit_call;          // how long submit() itself took
  histogram dispatch;             // arrival to start, where latency is arrival to end
  histogram delay;                // the part of the dispatch time that the load itself did not cause
  std::uint64_t late_starts = 0;  // arrivals that the load generator could not make on time
};

// What is seen of a pool at one moment, if the pool shows it.
struct pool_moment {
  bool has_queued = false;
  unsigned idle_workers = 0;
};

class measured_pool {
 public:
  virtual ~measured_pool() = default;
  virtual void prepare() = 0;
  virtual std::uint64_t round() = 0;  // returns how many items it ran
  virtual std::string verify() = 0;
  virtual pool_instruments& instruments() = 0;
  virtual scheduler_statistics statistics() = 0;
  virtual std::optional<lock_statistics> locks() = 0;
  virtual std::optional<pool_moment> watch() = 0;
  virtual std::string report() = 0;  // made by pool_report.hpp
  virtual void stop() = 0;
};

// Makes a pool whose workers may be pinned to these CPUs. The system was asked for them before the caller was pinned.
using pool_maker = std::function<std::unique_ptr<measured_pool>(const std::vector<int>& cpus)>;

measurement measure_pool(const pool_maker& make, unsigned workers, const repetition_request& request);

}  // namespace schedlab
