// What a design declares, as JSON: the same keys and words in run.json and in `schedlab list queues --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/run/design_words.hpp"

namespace schedlab {

inline nlohmann::json design_json(const queue_traits& t) {
  return {{"kind", word(t.kind)},
          {"producers", word(t.producers)},
          {"consumers", word(t.consumers)},
          {"order", word(t.order)},
          {"bounded", t.bounded},
          {"progress", word(t.progress)},
          {"strength", word(t.strength)},
          {"sound", t.sound},
          {"item", word(t.item)},
          {"allocates", t.allocates},
          {"shared_memory", t.shared_memory},
          {"may_report_empty_spuriously", t.may_report_empty_spuriously},
          {"paper", t.paper}};
}

}  // namespace schedlab
