// Which repetitions are drawn again once every cell has had its turns.
//
// The rule looks at where the threads lay and at what they lost to others, never at a result: a cell is drawn again while
// fewer than five of its samples lie in the placement mode that most samples of the run lie in (designs are compared within
// one mode), or while disturbed samples leave it fewer than it was to have. A few times at most, and every sample is kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/run/plan/run_state.hpp"

namespace schedlab {

inline constexpr unsigned enough_in_main_mode = 5;
// Nor more than half as often as was asked for: who wants a quick look gets it.
constexpr unsigned most_redraws(unsigned repetitions) { return std::min(4u, repetitions / 2); }

struct redraws {
  std::vector<std::size_t> cells;  // in the order of the plan
  unsigned of_rare_mode = 0;
  unsigned of_disturbed = 0;  // of the others
};

redraws wanted_redraws(const run_state& state);

}  // namespace schedlab
