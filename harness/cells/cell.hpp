// A cell: one design under one workload at one load, the unit that is selected, repeated, profiled and compared. Its
// name (queue/vyukov_ring/mpmc/2p2c) is the same in the console, the results and the figures.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/built_commit.hpp"
#include "harness/cells/metric.hpp"
#include "harness/measure/histogram.hpp"
#include "queues/queue_traits.hpp"
#include "schedulers/scheduler_traits.hpp"

namespace schedlab {

// What one repetition is asked to do.
struct repetition_request {
  double warmup_s = 0.01;
  double window_s = 0.05;  // the timed region
  double watchdog_s = 5;   // a scheduler that gets nowhere for so long is stopped
  std::uint64_t seed = 1;
};

// What one repetition found.
struct measurement {
  std::string wrong;  // empty if every answer was right; otherwise what was not, and the numbers do not count
  std::uint64_t items = 0;
  double elapsed_s = 0;
  double cpu_s = 0;  // of the whole process, over the same time
  std::vector<metric_value> counters;
  histogram latency;  // single operations, sampled

  void add(const metric* what, double value) { counters.push_back({what, value}); }
};

struct cell {
  std::string name;
  std::string design;
  std::string workload;
  std::string load;
  unsigned threads = 1;
  std::function<measurement(const repetition_request&)> run;
};

struct design {
  queue_traits traits;
  bool is_deque = false;
};

// A scheduler over certain lanes with certain policies.
struct scheduler_design {
  std::string name;  // work_stealing.chase_lev_deque.sticky.one.park
  scheduler_traits traits;
  std::string lane = {};  // the queue or deque in it; empty for a library's
  std::string idle = {};  // policies, empty where it takes none
  std::string victim = {};
  std::string amount = {};
};

struct skipped_design {
  std::string name;
  std::string reason;  // and what to do about it
};

// All that this executable can run. The generated units fill it, one design each.
struct cell_registry {
  unsigned max_threads = 4;  // cells beyond this are not made
  std::vector<design> designs;
  std::vector<scheduler_design> schedulers;
  std::vector<cell> cells;
  std::vector<skipped_design> skipped;
  std::vector<skipped_design> skipped_schedulers;  // combinations that make no sense, and libraries that are missing
};

// A folder of others whose designs this executable has; each is called NAME.DESIGN.
struct folder_elsewhere {
  std::string name;
  std::string path;
  built_commit commit;
};
const std::vector<folder_elsewhere>& folders_elsewhere();

// Generated from the catalogues.
void add_all_designs(cell_registry& registry);
// Of the unit that has this cell alone: a child needs no other, and would be measured on a heap full of their names.
void add_design_of(const std::string& cell, cell_registry& registry);

}  // namespace schedlab
