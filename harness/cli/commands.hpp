// All commands of schedlab: a function each, defined in the file that is named after it.
#pragma once

#include <vector>

#include "harness/cli/command.hpp"

namespace schedlab {

command list_command();
command run_command();
command verify_command();
command show_command();
command compare_command();
command new_command();
command doctor_command();
command completion_command();

// The commands in the order of the help.
std::vector<command> all_commands();

}  // namespace schedlab
