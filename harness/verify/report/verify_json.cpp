#include "harness/verify/report/verify_json.hpp"

#include <nlohmann/json.hpp>

#include "harness/verify/report/replay_text.hpp"

namespace schedlab::verify {
namespace {

using json = nlohmann::ordered_json;

json bound_of(const planned_check& planned) {
  return planned.preemptions == no_limit ? json(nullptr) : json(planned.preemptions);
}

json as_json(const counterexample& shown) {
  json lines = json::array();
  for (const trace_line& line : shown.lines) {
    lines.push_back({{"line", line.number},
                     {"thread", line.thread},
                     {"what", line.action},
                     {"where", line.place},
                     {"note", line.note}});
  }
  return {{"design", shown.design},
          {"model", word(shown.planned.model)},
          {"scenario", shown.planned.scenario.text()},
          {"preemptions", bound_of(shown.planned)},
          {"fault", word(shown.found.kind)},
          {"text", shown.found.text},
          {"replay", replay_text(shown)},
          {"trace", lines}};
}

json as_json(const verification& one, extent explored) {
  json scenarios = json::array();
  for (const checked_scenario& c : one.checked) {
    scenarios.push_back({{"model", word(c.planned.model)},
                         {"scenario", c.planned.scenario.text()},
                         {"preemptions", bound_of(c.planned)},
                         {"spurious_failures", c.planned.spurious_failures},
                         {"result", word(c.result.ended_as)},
                         {"clean_to_preemptions", c.result.complete_to ? json(*c.result.complete_to) : json(nullptr)},
                         {"executions", c.result.executions},
                         {"states", c.result.states},
                         {"seconds", c.result.seconds},
                         {"longest_operation_steps", c.result.longest_operation},
                         {"text", c.result.found.text}});
  }
  return {{"design", one.design},
          {"verdict", word(one.ended_as)},
          {"suite", word(explored)},
          {"left_out", one.left_out()},
          {"why", one.ended_as == verification::status::not_checkable ? took_no_step : ""},
          {"scenarios", scenarios}};
}

}  // namespace

std::string json_of(const counterexample& shown) { return as_json(shown).dump(1) + "\n"; }

std::string json_of(const std::vector<verification>& all, extent explored, const std::vector<counterexample>& faults,
                    const known_wrong_designs& known_wrong) {
  json designs = json::array();
  for (const verification& one : all) designs.push_back(as_json(one, explored));
  for (const auto& [subject, defects] : known_wrong) {
    json found = json::array();
    for (const defect_verdict& d : defects) {
      json one = {{"id", d.defect->id}, {"what", d.defect->description}, {"found", d.found}};
      if (d.found) one["counterexample"] = as_json(d.shown);
      found.push_back(one);
    }
    designs.push_back({{"design", subject->name()}, {"verdict", "refuted"}, {"defects", found}});
  }
  json counterexamples = json::array();
  for (const counterexample& fault : faults) counterexamples.push_back(as_json(fault));
  return json{{"designs", designs}, {"counterexamples", counterexamples}}.dump(1) + "\n";
}

std::string json_of(const std::vector<order_table>& tables) {
  json all = json::array();
  for (const order_table& table : tables) {
    json rows = json::array();
    for (const order_row& row : table.rows) {
      json tried = json::array();
      for (const weakening& w : row.tried) {
        tried.push_back({{"to", word(w.weaker)},
                         {"refuted", w.refuted},
                         {"decided", w.decided},
                         {"fault", w.refuted ? word(w.found.kind) : ""},
                         {"text", w.found.text},
                         {"scenario", w.refuted ? w.refuting_check.scenario.text() : ""}});
      }
      rows.push_back({{"file", row.file},
                      {"line", row.line},
                      {"function", row.function},
                      {"source", row.source},
                      {"on_failure", row.role == order_role::on_failure},
                      {"written", word(row.written)},
                      {"weakest", word(row.weakest)},
                      {"tried", tried}});
    }
    all.push_back({{"design", table.design}, {"rows", rows}});
  }
  return all.dump(1) + "\n";
}

}  // namespace schedlab::verify
