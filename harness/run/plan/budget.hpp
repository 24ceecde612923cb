// Bounds a run in time by choosing: first fewer repetitions, down to a minimum, then whole columns of cells are left
// out.
//
// A column is one workload at one load over all designs: what remains can still be compared. Columns go in this order:
// oversubscribed ones, most threads first; capacities of the growth workload between its smallest and its largest;
// columns of more than two threads, most threads first; then the others, last of the list first.
#pragma once

#include <vector>

#include "harness/base/result.hpp"
#include "harness/run/plan/plan.hpp"

namespace schedlab {

// With fewer repetitions, two placement modes that share the samples could both be left with too few for an interval.
inline constexpr unsigned fewest_repetitions = 9;

struct fitted_plan {
  unsigned repetitions = 0;
  std::vector<std::size_t> left_out;  // indices of cells
};

struct budget_state {
  double remaining_s = 0;
  unsigned repetitions = 0;  // an upper limit: what was planned, or what was left of it before
  unsigned rounds_done = 0;
  std::vector<double> cost_s;         // the cost of one repetition, per cell
  std::vector<std::size_t> left_out;  // cells that were left out before
};

// Called before a run and between its rounds, when the costs are known better. Fails at the start if not even one
// column fits.
result<fitted_plan> fit_to_budget(const plan& what, const budget_state& state);

}  // namespace schedlab
