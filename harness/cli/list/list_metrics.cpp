// `schedlab list metrics`: what the numbers in run.json and samples.csv mean.
#include <nlohmann/json.hpp>

#include "harness/cells/metrics.hpp"
#include "harness/cli/list/list_tools.hpp"
#include "harness/cli/list/listings.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

void print_as_table(const std::vector<metric>& listed) {
  std::vector<table_row> rows = {{"METRIC", "UNIT", "BETTER", "OVER REPETITIONS", "FOUND IN", "WHAT IT IS"}};
  for (const metric& one : listed) {
    rows.push_back({one.name, one.unit, word(one.direction), word(one.figure), one.found_in, one.about});
  }
  print_table(rows);
}

void print_as_json(const std::vector<metric>& listed) {
  json list = json::array();
  for (const metric& one : listed) {
    list.push_back({{"name", one.name},
                    {"unit", one.unit},
                    {"better", word(one.direction)},
                    {"over_repetitions", word(one.figure)},
                    {"found_in", one.found_in},
                    {"about", one.about}});
  }
  print_json(list);
}

}  // namespace

outcome list_metrics(cell_registry&, const list_call& asked) {
  std::vector<metric> listed(metrics.begin(), metrics.end());
  const auto name_of = [](const metric& one) { return one.name; };
  if (auto left = narrow(listed, name_of, asked.filter); !left) return left;
  asked.json ? print_as_json(listed) : print_as_table(listed);
  return done{};
}

}  // namespace schedlab
