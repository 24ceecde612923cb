// One repetition of one cell, in the calling process, through Google Benchmark.
#pragma once

#include <string>

#include "harness/cells/cell.hpp"

namespace schedlab {

// Returns a JSON object:
//   {"benchmark": {Google Benchmark's entry for this run, counters included}, "histogram": [[ns, count], ...]}
//   {"wrong": "what was not right"} if the design failed its checks: then there is no number
std::string run_repetition(const cell& what, const repetition_request& request);

}  // namespace schedlab
