// Which repetitions are drawn again (repeated beyond the plan) when every cell has had its planned repetitions.
//
// The rule looks at where the threads lay and at how much CPU they lost to others, never at a result. A cell is drawn
// again while fewer than five of its samples lie in the placement mode of most samples of the run (designs are compared
// within one mode), or while disturbed samples leave it fewer than were planned. It is drawn again only a few times,
// and every sample is kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/run/plan/run_state.hpp"

namespace schedlab {

inline constexpr unsigned enough_in_main_mode = 5;
// A cell is drawn again at most half as often as it was planned, so that a quick look stays quick.
constexpr unsigned most_redraws(unsigned repetitions) { return std::min(4u, repetitions / 2); }

struct redraws {
  std::vector<std::size_t> cells;  // in the order of the plan
  unsigned of_rare_mode = 0;
  unsigned of_disturbed = 0;  // of the other cells
};

redraws wanted_redraws(const run_state& state);

}  // namespace schedlab
