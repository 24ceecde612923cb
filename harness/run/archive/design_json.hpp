// What a design declares and what the model checker says of it, as JSON: the same keys and words in run.json and in
// `schedlab list queues --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/cells/cell.hpp"
#include "harness/cells/design_words.hpp"
#include "harness/verify/verdicts/verdict_file.hpp"

namespace schedlab {

// Every key is there even where nothing is known: a reader need not ask first.
inline nlohmann::json checked_json(const verify::badge& checked) {
  const verify::verdict& known = checked.known;
  return {{"badge", checked.text},
          {"suite", known.suite},
          {"bounds", known.bounds},
          {"executions", known.executions},
          {"longest_operation_steps", known.longest_operation},
          {"defects", known.defects},
          {"specified_orders", known.specified_orders},
          {"why", known.why}};
}

// How many items may overtake one; -1: any number.
inline nlohmann::json relaxation_json(std::uint32_t relaxation) {
  return relaxation == unbounded_relaxation ? nlohmann::json(-1) : nlohmann::json(relaxation);
}

inline nlohmann::json design_json(const queue_traits& t, const verify::badge& checked) {
  return {{"kind", word(t.kind)},
          {"producers", word(t.producers)},
          {"consumers", word(t.consumers)},
          {"order", word(t.order)},
          {"relaxation", relaxation_json(t.relaxation)},
          {"bounded", t.bounded},
          {"progress", word(t.progress)},
          {"strength", word(t.strength)},
          {"sound", t.sound},
          {"item", word(t.item)},
          {"allocates", t.allocates},
          {"shared_memory", t.shared_memory},
          {"may_report_empty_spuriously", t.may_report_empty_spuriously},
          {"hides_finished_pushes", t.hides_finished_pushes},
          {"paper", t.paper},
          {"checked", checked_json(checked)}};
}

// A scheduler's protocol is what is checked, whatever lanes and policies it has.
inline nlohmann::json design_json(const scheduler_design& d, const verify::badges& checked) {
  const bool own = d.traits.kind == design_kind::own;
  return {{"kind", word(d.traits.kind)},
          {"scheduler", d.traits.name},
          {"lane", d.lane},
          {"idle", d.idle},
          {"victim", d.victim},
          {"amount", d.amount},
          {"takes_outside_tasks", d.traits.takes_outside_tasks},
          {"joins", d.traits.joins},
          {"breadth_first", d.traits.breadth_first},
          {"paper", d.traits.paper},
          {"checked", checked_json(own ? checked.badge_of(d.traits.name) : verify::badge{"not checkable", {}})}};
}

}  // namespace schedlab
