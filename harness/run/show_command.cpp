// `schedlab show` and `schedlab compare`: results that are there, read by the judge in Python. Its exit code is ours.
#include <fmt/format.h>

#include "build_info.hpp"
#include "harness/run/commands.hpp"
#include "harness/run/other_programs.hpp"

namespace schedlab {
namespace {

int judged(const std::string& script, const std::vector<std::string>& words) {
  std::vector<std::string> command = {python_executable, std::string(source_folder) + "/harness/judge/" + script};
  command.insert(command.end(), words.begin(), words.end());
  const int code = run_program(command, false);
  if (code < 0) {
    return complain({fmt::format("can't start {} {}; `make setup` installs what it needs", command[0], command[1]),
                     exit_check_failed});
  }
  return code;
}

}  // namespace

int show_command(const show_call& asked) {
  std::vector<std::string> words = {asked.run};
  if (!asked.filter.empty()) words.push_back(asked.filter);
  if (asked.complete) words.emplace_back("--all");
  if (asked.explained) words.emplace_back("--explain");
  return judged("show.py", words);
}

int compare_command(const compare_call& asked) {
  std::vector<std::string> words = {asked.first, asked.second};
  if (!asked.filter.empty()) words.push_back(asked.filter);
  if (asked.complete) words.emplace_back("--all");
  if (asked.as_json) words.emplace_back("--json");
  return judged("compare.py", words);
}

}  // namespace schedlab
