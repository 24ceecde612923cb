// A command of schedlab: what it is called, which options it has, what it does. Each has a file of its own; commands.cpp
// lists them. Parsing, help and completion are made of what stands here.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace schedlab {

struct option {
  std::string name;  // "--json"; without dashes: a word that is known by its place
  std::string help;
  std::variant<bool*, std::string*> into;  // a flag, or what was given
  std::string type = {};  // of what is given: N, SECONDS, FILE, DIR; of these names are offered: a_run, ...
  std::vector<std::string> choices = {};
  bool required = false;
  std::string group = {};  // in the help

  bool is_word() const { return !name.starts_with("--"); }
  bool takes_value() const { return std::holds_alternative<std::string*>(into); }
};

// Types of which `schedlab completion` offers the names.
inline constexpr const char* a_run = "RUN";
inline constexpr const char* a_filter = "FILTER";
inline constexpr const char* a_design = "DESIGN";

// The help of a word that means a run.
inline constexpr const char* named_run =
    "A folder that schedlab run wrote, its run.json, or last: the newest below results/runs";

struct command {
  std::string name;
  std::string about;
  std::string footer;  // examples, exit codes
  std::vector<option> options;
  std::function<int()> run;  // after the options were filled in; the exit code
};

}  // namespace schedlab
