// One repetition of one cell, in the calling process, through Google Benchmark.
#pragma once

#include <string>

#include "harness/cells/cell.hpp"

namespace schedlab {

// The version of what a run and its repetitions say to each other: raised when one would misunderstand the other.
inline constexpr int protocol_version = 1;

// Returns a JSON object with the "protocol", and
//   "benchmark": {Google Benchmark's entry for this run, counters included}, "histogram": [[ns, count], ...]
//   or "wrong": "what was not right" if the design failed its checks: then there is no number.
std::string run_repetition(const cell& what, const repetition_request& request);

}  // namespace schedlab
