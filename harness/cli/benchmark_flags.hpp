// Google Benchmark's flags on our command line: those that make sense here are translated, the others refused by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"

namespace schedlab {

// "0.1" or "0.1s".
result<double> benchmark_seconds(const std::string& text);

// A failure if an argument is a flag of Google Benchmark that has no meaning here.
outcome refuse_other_benchmark_flags(const std::vector<std::string>& arguments);

}  // namespace schedlab
