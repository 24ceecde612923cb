// A scheduler at a workload as the harness runs it: one class behind which each pair is compiled once.
//
// A repetition makes the pair, runs rounds until it is warm, then rounds until the window is over, and holds every round's
// answer against the known one. Only the rounds are timed. Afterwards the same rounds run once more under watch, to see
// how often a task waited while a worker was idle. A watchdog stops a run that gets nowhere and says what everybody did.
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

// What a workload may fill beside its answer.
struct pool_instruments {
  histogram latency;
  histogram submit_call;          // how long submit() itself took
  histogram dispatch;             // arrival to start, where latency is arrival to end
  histogram delay;                // the part of it that the load did not ask for
  std::uint64_t late_starts = 0;  // of the load generator: arrivals that it could not make on time
};

// A moment of a pool that lets itself be watched.
struct pool_moment {
  bool has_queued = false;
  unsigned idle_workers = 0;
};

class measured_pool {
 public:
  virtual ~measured_pool() = default;
  virtual void prepare() = 0;
  virtual std::uint64_t round() = 0;  // items
  virtual std::string verify() = 0;
  virtual pool_instruments& instruments() = 0;
  virtual scheduler_statistics statistics() = 0;
  virtual std::optional<lock_statistics> locks() = 0;
  virtual std::optional<pool_moment> watch() = 0;
  virtual std::string report() = 0;  // pool_report.hpp
  virtual void stop() = 0;
};

// The CPUs that the workers may be pinned to: asked of the system before the caller was pinned.
using pool_maker = std::function<std::unique_ptr<measured_pool>(const std::vector<int>& cpus)>;

measurement measure_pool(const pool_maker& make, unsigned workers, const repetition_request& request);

}  // namespace schedlab
