// `schedlab show` and `schedlab compare`: results that are there, read by the judge in Python. Its exit code is ours.
#include "harness/cli/commands.hpp"
#include "harness/cli/judge.hpp"

namespace schedlab {
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
