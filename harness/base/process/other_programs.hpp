// A program that a run asks for help: Python, for the tables.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

// Lets a program write where we write; its exit code, or -1 if it could not be started. `to_errors`: its output goes to ours
// of errors, because our output is promised to something else.
int run_program(const std::vector<std::string>& command, bool to_errors);

}  // namespace schedlab
