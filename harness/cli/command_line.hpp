// What was typed: which command, and the values of its options. Refusals are one sentence each.
#pragma once

#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/cli/command.hpp"

namespace schedlab {

struct parsed_call {
  const command* chosen = nullptr;
  std::string text;  // if none is chosen: help or version, to be printed as it is
};

// Fills in the options of the command that was typed. `arguments` without the program's name.
result<parsed_call> parse_command_line(const std::vector<command>& commands, std::vector<std::string> arguments);

}  // namespace schedlab
