// Collects the cells of one design. It is not a template, because every design has its own unit.
#pragma once

#include <functional>
#include <string>

#include "harness/cells/cell.hpp"
#include "harness/cells/load.hpp"
#include "harness/cells/queues/measured_workload.hpp"
#include "workloads/queues/memory.hpp"

namespace schedlab {

class cell_list {
 public:
  cell_list(cell_registry& registry, const char* design) : registry_(registry), design_(design) {}

  // A window shorter than `shortest_window_s` is lengthened.
  void add(const char* workload, const named_load& load, unsigned threads, const workload_maker& make,
           double shortest_window_s = 0);
  // `look` makes that many queues, puts so many items into each and takes them out again.
  void add_memory(unsigned queues, unsigned items, const std::function<queue_memory()>& look);

 private:
  void add_cell(const char* workload, const named_load& load, unsigned threads,
                std::function<measurement(const repetition_request&)> run);

  cell_registry& registry_;
  const std::string design_;
};

}  // namespace schedlab
