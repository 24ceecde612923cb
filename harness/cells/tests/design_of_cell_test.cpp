// A child knows the design of its own cell and no other.
#include <algorithm>
#include <set>
#include <string>

#include "harness/cells/cell.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

// A cell of each queue, of the pools over each queue, and of each scheduler that is a class of its own.
std::set<std::string> a_cell_of_each_unit(const cell_registry& all) {
  std::set<std::string> seen;
  std::set<std::string> found;
  for (const cell& c : all.cells) {
    const auto pool = std::find_if(all.schedulers.begin(), all.schedulers.end(),
                                   [&](const scheduler_design& d) { return d.name == c.design; });
    const std::string unit = pool == all.schedulers.end() || pool->lane.empty() ? c.design : "over " + pool->lane;
    if (seen.insert(unit).second) found.insert(c.name);
  }
  return found;
}

bool has(const cell_registry& registry, const std::string& name) {
  return std::any_of(registry.cells.begin(), registry.cells.end(), [&](const cell& c) { return c.name == name; });
}

}  // namespace

TEST_CASE("only the unit of the cell is added") {
  cell_registry all;
  add_all_designs(all);
  const std::set<std::string> cells = a_cell_of_each_unit(all);
  REQUIRE(cells.size() > 20);
  for (const std::string& name : cells) {
    cell_registry of_child;
    add_design_of(name, of_child);
    INFO(name);
    CHECK(has(of_child, name));
    CHECK(a_cell_of_each_unit(of_child).size() == 1);
  }
}
