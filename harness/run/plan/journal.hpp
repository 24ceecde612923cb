// journal.jsonl has one line per repetition, appended as soon as the repetition is over, and one per cut of the budget.
// All files in a run's folder but plan.json are derived from it.
#pragma once

#include <filesystem>
#include <string>

#include "harness/base/file.hpp"
#include "harness/run/plan/run_state.hpp"

namespace schedlab {

class journal {
 public:
  static result<journal> open(const std::filesystem::path& folder);

  outcome append(const repetition_record& record);
  outcome append(const fitted_plan& fitted, const plan& what);

 private:
  explicit journal(appended_file file) : file_(std::move(file)) {}

  appended_file file_;
};

// Reads the journal into `state`. If a kill or a full disk has torn the last line, that line is cut off. A missing
// journal counts as an empty one.
outcome replay_journal(const std::filesystem::path& folder, run_state& state);

}  // namespace schedlab
