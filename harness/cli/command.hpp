// A command of schedlab: its name, its options, and the function that does it. Each command has a file of its own;
// commands.cpp lists them. Parsing, help and completion follow from these records.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace schedlab {

struct option {
  std::string name;  // "--json"; a name without dashes is a word that is known by its place
  std::string help;
  std::variant<bool*, std::string*> into;  // a flag, or the text that was given
  std::string type = {};                   // N, SECONDS, FILE, DIR; or a_run, ..., whose names are completed
  std::vector<std::string> choices = {};
  bool required = false;
  std::string group = {};  // its heading in the help

  bool is_word() const { return !name.starts_with("--"); }
  bool takes_value() const { return std::holds_alternative<std::string*>(into); }
};

// Types whose names `schedlab completion` offers.
inline constexpr const char* a_run = "RUN";
inline constexpr const char* a_filter = "FILTER";
inline constexpr const char* a_design = "DESIGN";

// The help of an option that names a run.
inline constexpr const char* named_run =
    "A folder that schedlab run wrote, its run.json, or last: the newest below results/runs";

struct command {
  std::string name;
  std::string about;
  std::string footer;  // examples, exit codes
  std::vector<option> options;
  std::function<int()> run;  // called when the options are filled in; returns the exit code
};

}  // namespace schedlab
