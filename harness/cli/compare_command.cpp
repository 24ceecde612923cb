// `schedlab compare`: the judge, in Python, compares two finished runs. Its exit code is ours.
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/judge.hpp"

namespace schedlab {
namespace {

struct compare_call {
  std::string first;
  std::string second;
  std::string filter;
  bool complete = false;
  bool as_json = false;
};

int compare(const compare_call& asked) {
  std::vector<std::string> words;
  if (!asked.filter.empty()) words.push_back(asked.filter);
  if (asked.complete) words.emplace_back("--all");
  if (asked.as_json) words.emplace_back("--json");
  return judged("compare.py", {asked.first, asked.second}, words);
}

}  // namespace

command compare_command() {
  const auto asked = std::make_shared<compare_call>();
  return {
      "compare",
      "Set two runs side by side: which cells got faster or slower",
      "Examples: schedlab compare results/runs/20261118T173631Z-6fe2a42ca33f last\n"
      "          schedlab compare before after queue/vyukov_ring/\n"
      "Exit codes: 0 nothing is slower or takes more, 1 something is, or fails only in the second, 2 the call was wrong.",
      {{"first", named_run, &asked->first, a_run, {}, true},
       {"second", "The run that is held against it", &asked->second, a_run, {}, true},
       {"filter", "Only these cells (see schedlab run --help)", &asked->filter, a_filter},
       {"--all", "Every cell, not only those that changed", &asked->complete},
       {"--json", "For programs: every cell as JSON", &asked->as_json}},
      [asked] { return compare(*asked); }};
}

}  // namespace schedlab
