// `schedlab completion cells`, `designs`, `runs`: what the completion scripts ask for while somebody types, a name a line.
#include <fmt/format.h>

#include "harness/base/joined.hpp"
#include "harness/cells/cell.hpp"
#include "harness/cli/commands.hpp"
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

}  // namespace

int names_command(const std::string& of_what) {
  const auto names = of_what == "cells" ? cells() : of_what == "designs" ? checkable_designs() : runs();
  fmt::print("{}\n", joined(names, "\n"));
  return exit_done;
}

}  // namespace schedlab
