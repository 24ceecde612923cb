// Tables are made in Python (harness/judge), which runs as a program of its own.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

// Runs a script of harness/judge/commands and returns its exit code. If Python could not run it, this is said, and the
// code is that of a failed check. `to_errors`: its output goes to standard error, because standard output is used for
// something else.
int judged(const std::string& script, const std::vector<std::string>& words, bool to_errors = false);

}  // namespace schedlab
