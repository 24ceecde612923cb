// `schedlab list cells`: what can be run.
#include <nlohmann/json.hpp>

#include "harness/cells/cell_filter.hpp"
#include "harness/cli/list/list_tools.hpp"
#include "harness/cli/list/listings.hpp"
#include "harness/measure/placement.hpp"
#include "harness/run/plan/quick_suite.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

void print_as_table(const std::vector<cell>& cells, const std::vector<std::size_t>& chosen, unsigned cores) {
  const quick_suite quick(cores);
  std::vector<table_row> rows = {{"CELL", "THREADS", "SUITE", ""}};
  for (const std::size_t i : chosen) {
    const cell& c = cells[i];
    rows.push_back({c.name, std::to_string(c.threads), quick.has(c.name, c.design) ? "quick" : "full",
                    c.threads > cores ? "oversubscribed" : ""});
  }
  print_table(rows);
}

void print_as_json(const std::vector<cell>& cells, const std::vector<std::size_t>& chosen, unsigned cores) {
  const quick_suite quick(cores);
  json list = json::array();
  for (const std::size_t i : chosen) {
    const cell& c = cells[i];
    list.push_back({{"name", c.name},
                    {"design", c.design},
                    {"workload", c.workload},
                    {"load", c.load},
                    {"threads", c.threads},
                    {"suite", quick.has(c.name, c.design) ? "quick" : "full"},
                    {"oversubscribed", c.threads > cores}});
  }
  print_json(list);
}

}  // namespace

outcome list_cells(cell_registry& registry, const list_call& asked) {
  const auto cores = static_cast<unsigned>(allowed_cpus().size());
  auto chosen = matching_cells(registry, asked.filter);
  if (!chosen) return chosen.why();
  if (asked.suite == "quick") {
    const quick_suite quick(cores);
    std::erase_if(*chosen, [&](std::size_t i) { return !quick.has(registry.cells[i].name, registry.cells[i].design); });
  }
  asked.json ? print_as_json(registry.cells, *chosen, cores) : print_as_table(registry.cells, *chosen, cores);
  return done{};
}

}  // namespace schedlab
