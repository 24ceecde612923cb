// The call that was typed: which command, and the values of its options. A refusal is one sentence.
#pragma once

#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/cli/command.hpp"

namespace schedlab {

struct parsed_call {
  const command* chosen = nullptr;
  std::string text;  // help or version, printed as it is if no command was chosen
};

// Fills in the options of the command that was typed. `arguments` without the program's name.
result<parsed_call> parse_command_line(const std::vector<command>& commands, std::vector<std::string> arguments);

}  // namespace schedlab
