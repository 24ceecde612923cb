// The loop of a run: rounds over all cells, a fresh process each time, everything journalled at once.
#pragma once

#include <filesystem>

#include "harness/base/process/signals.hpp"
#include "harness/base/progress.hpp"
#include "harness/run/archive/run_context.hpp"
#include "harness/run/plan/journal.hpp"
#include "harness/run/plan/run_state.hpp"

namespace schedlab {

struct run_in_progress {
  std::filesystem::path folder;
  run_state& state;
  const run_surroundings& around;
  progress& shown;
  signal_watch& watch;
};

// Fits the run to its budget; for that, the costs of repetitions are tried out first. Fails if nothing fits. It writes
// no file.
outcome fit_before_start(const run_in_progress& run);

// Measures until the plan is done or a signal asks to stop. Fails if the results can't be written.
outcome measure(const run_in_progress& run, journal& kept);

}  // namespace schedlab
