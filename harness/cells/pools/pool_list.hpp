// Where the cells of schedulers are collected. Not a template, because every scheduler has its own unit.
#pragma once

#include <functional>
#include <string>

#include "harness/cells/cell.hpp"
#include "harness/cells/load.hpp"
#include "harness/cells/pools/measured_pool.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab {

// With the policies that the design names. The w-th worker runs on the (w mod n)-th of n CPUs.
scheduler_setup setup_of(const scheduler_design& design, unsigned workers, const std::vector<int>& cpus);

class pool_list {
 public:
  pool_list(cell_registry& registry, scheduler_design design) : registry_(registry), design_(std::move(design)) {
    registry_.schedulers.push_back(design_);
  }

  // `work` is the load without its workers; `threads` are the workers, and the submitters beside them. A window shorter than `shortest_window_s` is lengthened.
  void add(const char* workload, const named_load& work, unsigned workers, unsigned threads, const pool_maker& make,
           double shortest_window_s = 0);
  void add_at_rest(const char* workload, const named_load& load, unsigned workers,
                   std::function<measurement(const repetition_request&)> run);

  // What it is not measured at, and why.
  void skip(const char* what, const char* reason);

  const scheduler_design& design() const { return design_; }

 private:
  void add_cell(const char* workload, const named_load& load, unsigned threads,
                std::function<measurement(const repetition_request&)> run);

  cell_registry& registry_;
  const scheduler_design design_;
};

}  // namespace schedlab
