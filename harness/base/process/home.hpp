// Where what belongs to the program lies, and where its results go. Nobody else asks whether it is installed.
#pragma once

#include <filesystem>

#include "harness/base/result.hpp"

namespace schedlab {

// The checkout that the program was built in, or its folder below the prefix that it was installed to. Both are laid out
// alike: harness/judge, results/targets.json, results/baselines, queues, schedulers.
struct program_home {
  std::filesystem::path folder;
  std::filesystem::path built;  // where the build put what it made for the program: code_sizes.json
  bool is_checkout = false;
};

// Found from where the executable lies, which may have been moved together with its home; or the reason why there is none.
const result<program_home>& home();

// That of the checkout if it can be written to; else, and of a program that is installed or has no home, the current folder's.
std::filesystem::path results_folder();

}  // namespace schedlab
