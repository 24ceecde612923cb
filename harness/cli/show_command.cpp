// `schedlab show`: the judge, in Python, prints the tables of a finished run. Its exit code is ours.
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/judge.hpp"

namespace schedlab {
namespace {

struct show_call {
  std::string run;
  std::string filter;
  bool complete = false;
  bool explained = false;
};

int show(const show_call& asked) {
  std::vector<std::string> words;
  if (!asked.filter.empty()) words.push_back(asked.filter);
  if (asked.complete) words.emplace_back("--all");
  if (asked.explained) words.emplace_back("--explain");
  return judged("show.py", {asked.run}, words);
}

}  // namespace

command show_command() {
  const auto asked = std::make_shared<show_call>();
  return {
      "show",
      "Print the tables of a finished run again; measures nothing",
      "Examples: schedlab show last\n"
      "          schedlab show last --all | less\n"
      "          schedlab show results/runs/20261118T173631Z-6fe2a42ca33f 'mpmc/2p2c'\n"
      "Exit codes: 0 done, 2 the call was wrong.",
      {{"run", named_run, &asked->run, a_run, {}, true},
       {"filter", "Only these cells, in every detail (see schedlab run --help)", &asked->filter, a_filter},
       {"--all", "Every cell in every detail: intervals, how designs wait, growth", &asked->complete},
       {"--explain", "What names, marks and columns mean, also where only a few cells are shown", &asked->explained}},
      [asked] { return show(*asked); }};
}

}  // namespace schedlab
