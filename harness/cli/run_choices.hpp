// The options of a call of `schedlab run` as they were typed, and the checks whose refusals need a sentence.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/cli/command.hpp"
#include "harness/run/plan/plan.hpp"

namespace schedlab {

struct run_call {
  run_options options;
  std::filesystem::path out;
  std::filesystem::path resume;
  std::filesystem::path copy_of_run_json;
  bool json_on_output = false;
  bool quiet = false;
  bool in_process = false;
  bool no_wait = false;  // do not wait for another run to end
};

// The options as typed. Numbers are still texts, because a refusal quotes them as they were written.
struct run_choices {
  std::string filter, suite, repetitions, out, resume, budget, threads, window, time_limit, watchdog, tolerated_loss,
      seed;
  std::string benchmark_filter, benchmark_min_time, benchmark_out, benchmark_format;
  bool quiet = false, no_wait = false, in_process = false, benchmark_counters_tabular = true;
};

std::vector<option> options_of(run_choices& typed);

// `cores` limits the thread counts.
result<run_call> checked(run_choices typed, unsigned cores);

}  // namespace schedlab
