// Programs that a run asks for help: git for the commit, Python for the tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace schedlab {

// What the program wrote to its standard output, without the last line break; nothing if it could not be started or
// failed.
std::optional<std::string> output_of(const std::vector<std::string>& command);

// Lets it write where we write; its exit code, or -1 if it could not be started. `to_errors`: its output goes to ours
// of errors, because our output is promised to something else.
int run_program(const std::vector<std::string>& command, bool to_errors);

}  // namespace schedlab
