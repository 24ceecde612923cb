// The context of run.json: machine, build, what was asked, and what makes the run doubtful.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cells/cell.hpp"
#include "harness/measure/machine/machine.hpp"
#include "harness/run/plan/provenance.hpp"
#include "harness/run/plan/run_state.hpp"

namespace schedlab {

struct run_surroundings {
  machine host;
  provenance source;
  std::vector<design> designs;
  std::vector<scheduler_design> schedulers;
  std::vector<skipped_design> skipped;
  std::optional<double> others_share_at_start;  // of the CPUs' time, by other programs
  std::optional<cpu_times> cpu_times_at_start;
  std::string begun;  // date and time, ISO 8601
};

// What a reader should doubt about this run, a sentence each.
std::vector<std::string> warnings(const run_state& state, const run_surroundings& around);

// JSON text, in Google Benchmark's form with our object "schedlab" in it.
std::string context_text(const run_state& state, const run_surroundings& around);

}  // namespace schedlab
