// What a run is going to measure: which cells, how often, over which window, in which order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/cells/cell.hpp"
#include "harness/measure/lost_cpu.hpp"

namespace schedlab {

struct run_options {
  std::string filter;
  std::string suite = "quick";    // or "full"
  std::vector<unsigned> threads;  // only cells with these counts; empty: all cells
  unsigned repetitions = 9;
  double window_s = 0.05;
  double warmup_s = 0.01;
  double budget_s = 300;     // 0: no limit
  double time_limit_s = 30;  // a repetition that takes longer counts as hung
  double watchdog_s = 5;     // a scheduler that gets nowhere for so long is stopped
  double tolerated_loss =
      lost_cpu::tolerated;  // if a thread lost a greater share of its CPU, the repetition is set aside
  std::uint64_t seed = 1;
  unsigned cores = 1;

  // As plan.json has them.
  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("filter", self.filter);
    visit("suite", self.suite);
    visit("threads", self.threads);
    visit("repetitions", self.repetitions);
    visit("window_s", self.window_s);
    visit("warmup_s", self.warmup_s);
    visit("budget_s", self.budget_s);
    visit("time_limit_s", self.time_limit_s);
    visit("watchdog_s", self.watchdog_s);
    visit("tolerated_loss", self.tolerated_loss);
    visit("seed", self.seed);
    visit("cores", self.cores);
  }
};

// The most threads a cell may have here: four per core.
unsigned thread_limit(unsigned cores);

struct planned_cell {
  std::string name;
  std::string design;
  std::string workload;
  std::string load;
  unsigned threads = 1;
  bool oversubscribed = false;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("name", self.name);
    visit("design", self.design);
    visit("workload", self.workload);
    visit("load", self.load);
    visit("threads", self.threads);
    visit("oversubscribed", self.oversubscribed);
  }
};

struct plan {
  run_options options;
  std::vector<planned_cell> cells;
};

// The plan holds the cells that match the filter and the yardsticks of the same columns, without which a time says
// little.
result<plan> make_plan(const cell_registry& registry, const run_options& options);

// A round is one repetition of each cell. Its order is drawn from the seed, the same on every machine.
std::vector<std::size_t> round_order(const plan& what, unsigned round);
std::uint64_t repetition_seed(const plan& what, std::size_t cell, unsigned round);

}  // namespace schedlab
