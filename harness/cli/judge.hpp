// The tables are Python's work (harness/judge), which runs as a program of its own.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

// Runs a script of harness/judge/commands; its exit code, or that of a failed check if Python did not get so far, which is said.
// `to_errors`: what it prints goes to standard error, because standard output is promised to something else.
int judged(const std::string& script, const std::vector<std::string>& words, bool to_errors = false);

}  // namespace schedlab
