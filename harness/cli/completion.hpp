// Completion scripts for bash and zsh, generated from the tree of subcommands and options that parses the command line.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

struct completed_option {
  std::vector<std::string> names;  // "--suite"
  bool takes_value = false;
  bool takes_path = false;
  std::vector<std::string> choices;
  std::string names_to_offer;  // what `schedlab completion` is to be asked for; empty: nothing
  std::string description;
};

struct completed_command {
  std::string name;
  std::string description;
  std::vector<completed_option> options;
  std::vector<std::string> words;  // for the positional arguments
  std::vector<std::string> names;  // for them too: what `schedlab completion` is to be asked for
};

std::string bash_completion(const std::vector<completed_command>& commands);
std::string zsh_completion(const std::vector<completed_command>& commands);

}  // namespace schedlab
