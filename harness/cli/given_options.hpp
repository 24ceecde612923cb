// The options of a call as the command line gave them, and the checks whose refusals need a sentence.
#pragma once

#include <string>

#include "harness/base/result.hpp"
#include "harness/cli/commands.hpp"

namespace schedlab {

// Numbers are still texts: what is refused is quoted as it was written.
struct given_options {
  call wanted;  // run.options.cores is set before
  std::string shell;
  std::string repetitions_text, window_text, budget_text, seed_text, threads_text, time_limit_text, watchdog_text;
  std::string tolerated_loss_text;
  std::string min_time_text, benchmark_filter, doctor_seconds_text;
  std::string format = "console";
  bool tabular = true;
};

// Fills wanted.run.
outcome check_run(given_options& from);

// Fills wanted.doctor.
outcome check_doctor(given_options& from);

}  // namespace schedlab
