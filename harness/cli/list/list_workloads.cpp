// `schedlab list workloads`: what an item is under each, at which loads it is measured and on how many designs.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cells/workload_words.hpp"
#include "harness/cli/list/list_tools.hpp"
#include "harness/cli/list/listings.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

struct workload_in_use {
  const workload_words* words = nullptr;
  std::vector<std::string> loads;  // in the order of the first design that has them
  std::set<std::string> designs;
};

std::vector<workload_in_use> workloads_in_use(const std::vector<cell>& cells) {
  std::vector<workload_in_use> found;
  for (const workload_words& words : workloads_in_words) {
    workload_in_use one{&words, {}, {}};
    for (const cell& c : cells) {
      if (c.workload != words.name) continue;
      one.designs.insert(c.design);
      if (std::find(one.loads.begin(), one.loads.end(), c.load) == one.loads.end()) one.loads.push_back(c.load);
    }
    found.push_back(std::move(one));
  }
  return found;
}

void print_as_table(const std::vector<workload_in_use>& workloads) {
  std::vector<table_row> rows = {{"WORKLOAD", "DESIGNS", "AN ITEM IS", "LOADS"}};
  for (const workload_in_use& one : workloads) {
    rows.push_back({one.words->name, std::to_string(one.designs.size()), one.words->item, joined(one.loads, " ")});
  }
  print_table(rows);
}

void print_as_json(const std::vector<workload_in_use>& workloads) {
  json list = json::array();
  for (const workload_in_use& one : workloads) {
    list.push_back(
        {{"name", one.words->name}, {"item", one.words->item}, {"loads", one.loads}, {"designs", one.designs.size()}});
  }
  print_json(list);
}

}  // namespace

outcome list_workloads(cell_registry& registry, const list_call& asked) {
  auto workloads = workloads_in_use(registry.cells);
  const auto name_of = [](const workload_in_use& one) { return one.words->name; };
  if (auto left = narrow(workloads, name_of, asked.filter); !left) return left;
  asked.json ? print_as_json(workloads) : print_as_table(workloads);
  return done{};
}

}  // namespace schedlab
