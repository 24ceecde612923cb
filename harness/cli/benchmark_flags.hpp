// Google Benchmark's flags on our command line: flags that make sense here are translated, others are refused by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"

namespace schedlab {

// Parses "0.1" or "0.1s".
result<double> benchmark_seconds(const std::string& text);

// A failure if an argument is a flag of Google Benchmark that has no meaning here.
outcome refuse_other_benchmark_flags(const std::vector<std::string>& arguments);

}  // namespace schedlab
