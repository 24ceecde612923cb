// `schedlab completion`: prints a script for a shell; or the names that such a script asks for while a person types,
// one per line.
#include <fmt/format.h>

#include <memory>

#include "harness/base/joined.hpp"
#include "harness/base/result.hpp"
#include "harness/cells/cell.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/completion.hpp"
#include "harness/measure/placement.hpp"
#include "harness/run/archive/run_files.hpp"
#include "harness/run/plan/plan.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "harness/verify/queues/queue_subject.hpp"

namespace schedlab {
namespace {

std::vector<std::string> cells() {
  cell_registry registry;
  registry.max_threads = thread_limit(static_cast<unsigned>(allowed_cpus().size()));
  add_all_designs(registry);
  std::vector<std::string> names;
  names.reserve(registry.cells.size());
  for (const cell& c : registry.cells) names.push_back(c.name);
  return names;
}

std::vector<std::string> checkable_designs() {
  std::vector<std::string> names;
  for (const verify::subject* one : verify::all_subjects().subjects()) names.emplace_back(one->name());
  for (const verify::subject* one : verify::all_protocols()) names.emplace_back(one->name());
  return names;
}

std::vector<std::string> runs() {
  std::vector<std::string> names = {"last"};
  std::error_code none;
  for (const auto& folder : run_folders()) names.push_back(std::filesystem::proximate(folder, none).string());
  return names;
}

int complete(const std::string& what) {
  if (what == "bash") {
    fmt::print("{}", bash_completion(all_commands()));
  } else if (what == "zsh") {
    fmt::print("{}", zsh_completion(all_commands()));
  } else {
    const auto names = what == "cells" ? cells() : what == "designs" ? checkable_designs() : runs();
    fmt::print("{}\n", joined(names, "\n"));
  }
  return exit_done;
}

}  // namespace

command completion_command() {
  const auto what = std::make_shared<std::string>();
  return {
      "completion",
      "Print a completion script for a shell, or the names that it offers",
      "Example: source <(schedlab completion bash)",
      {{"shell", "For which shell, or which names", what.get(), {}, {"bash", "zsh", "cells", "designs", "runs"}, true}},
      [what] { return complete(*what); }};
}

}  // namespace schedlab
