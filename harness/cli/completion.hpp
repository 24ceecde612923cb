// Completion scripts for bash and zsh, generated from the table of commands that parses the command line.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/command.hpp"

namespace schedlab {

std::string bash_completion(const std::vector<command>& commands);
std::string zsh_completion(const std::vector<command>& commands);

}  // namespace schedlab
