// `schedlab list metrics`: what the numbers in run.json and samples.csv mean. It is the same on every machine, so the judge
// keeps its JSON: harness/judge/read/metrics.json.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/base/text_table.hpp"
#include "harness/cells/metrics.hpp"

namespace schedlab {

inline void print_metrics_as_table(const std::vector<metric>& listed) {
  std::vector<table_row> rows = {{"METRIC", "UNIT", "BETTER", "OVER REPETITIONS", "WHO HAS IT", "WHAT IT IS"}};
  for (const metric& one : listed) {
    rows.push_back({one.name, one.unit, word(one.direction), word(one.figure), one.who, one.about});
  }
  fmt::print("{}", table_text(rows, output_width()));
}

inline void print_metrics_as_json(const std::vector<metric>& listed) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const metric& one : listed) {
    list.push_back({{"name", one.name},
                    {"unit", one.unit},
                    {"better", word(one.direction)},
                    {"over_repetitions", word(one.figure)},
                    {"who", one.who},
                    {"about", one.about}});
  }
  fmt::print("{}\n", list.dump(1));
}

}  // namespace schedlab
