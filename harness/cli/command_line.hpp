// The command line of schedlab: one tree of subcommands and options, from which help and completion are generated too.
#pragma once

#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/cli/commands.hpp"

namespace schedlab {

// `arguments` without the program's name; `cores` bound the thread counts.
result<call> parse_command_line(std::vector<std::string> arguments, unsigned cores);

}  // namespace schedlab
