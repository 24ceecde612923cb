// What run.json and `schedlab list queues --json` say of a design: its traits, and what the checker knows.
#include "harness/run/archive/design_json.hpp"

#include <string>

#include "harness/run/archive/run_context.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using json = nlohmann::json;

namespace {

const char* const keys[] = {
    "badge", "suite", "bounds", "executions", "longest_operation_steps", "defects", "specified_orders", "why"};

verify::badge refuted() {
  verify::verdict known;
  known.word = "refuted";
  known.suite = "full";
  known.bounds = {{"sc", "2+2+2 complete"}};
  known.executions = 12345678901;
  known.longest_operation = 17;
  known.defects = {"A", "A'"};
  known.specified_orders = {{"entry load: acquire", "sufficient"}};
  known.why = "item 10 was lost";
  return {"refuted", known};
}

}  // namespace

TEST_CASE("what_the_checker_knows_is_told") {
  const json told = checked_json(refuted());
  CHECK(told.at("badge") == "refuted");
  CHECK(told.at("suite") == "full");
  CHECK(told.at("bounds").at("sc") == "2+2+2 complete");
  CHECK(told.at("executions") == 12345678901);
  CHECK(told.at("longest_operation_steps") == 17);
  CHECK(told.at("defects") == json({"A", "A'"}));
  CHECK(told.at("specified_orders").at("entry load: acquire") == "sufficient");
  CHECK(told.at("why") == "item 10 was lost");
  CHECK(design_json({}, refuted()).at("checked") == told);
}

TEST_CASE("where_nothing_is_known_every_key_is_there_and_empty") {
  const json told = checked_json({"unchecked", {}});
  CHECK(told.size() == std::size(keys));
  for (const char* key : keys) CHECK(told.contains(key));
  CHECK(told.at("bounds") == json::object());
  CHECK(told.at("specified_orders") == json::object());
  CHECK(told.at("defects") == json::array());
  CHECK(told.at("executions") == 0);
  CHECK(told.at("why").get<std::string>().empty());
}

TEST_CASE("run_json_says_of_each_design_what_the_checker_says") {
  run_surroundings around;
  for (const char* name : {"vyukov_ring", "no_such_design"}) {
    queue_traits traits;
    traits.name = name;
    around.designs.push_back({traits, false});
  }
  const json designs = json::parse(context_text(run_state(plan{}), around)).at("schedlab").at("designs");
  CHECK(designs.at("vyukov_ring").at("checked").at("badge") == verify::badges().badge_of("vyukov_ring").text);
  CHECK(designs.at("vyukov_ring").at("checked").at("badge") != "not checkable");
  CHECK(designs.at("no_such_design").at("checked").at("badge") == "not checkable");
}
