// The defects of the seeds' protocols: each must come out as that very fault in the model given for it, and the same
// scenario must be clean on the repaired design under every model.
#include "harness/verify/explore/defects.hpp"
#include "harness/verify/defective/defective_subjects.hpp"
#include "harness/verify/explore/subject_named.hpp"

#include <map>
#include <set>
#include <string>

#include "harness/verify/queues/battery.hpp"
#include "harness/verify/queues/queue_program.hpp"
#include "queues/tests/catch.hpp"

namespace schedlab::verify {
namespace {

exploration explored(const queue_subject& subject, const planned_check& planned) {
  machine on;
  queue_program program(subject, planned.scenario, specification_of(subject, planned));
  return explore(on, program, options_of(subject, planned), {});
}

TEST_CASE("every_known_defect_is_found") {
  std::set<std::string> ids;
  for (const known_defect& defect : known_defects()) {
    CAPTURE(defect.id, defect.description);
    ids.insert(defect.id);
    const defect_verdict verdict = look_for(defect, {}, false);
    REQUIRE(verdict.found);
    CHECK(verdict.shown.found.kind == defect.kind);
    if (defect.kind == violation_kind::wrong_history) CHECK(verdict.shown.found.why == defect.why);
    CHECK(verdict.shown.lines.size() <= 13);  // a dozen, but for A', whose last line is the first one's consequence
  }
  CHECK(ids == std::set<std::string>{"A", "A'", "A2", "B", "C1", "C2", "D2", "E", "F1a", "F1b", "F1c", "F2", "F3", "F4",
                                     "F5", "F6", "G1", "G3"});
}

TEST_CASE("a_weaker_model_is_not_needed_to_show_them") {
  // F2 needs store buffers and F6 weak memory: under a stronger model they are clean.
  for (const known_defect& defect : known_defects()) {
    if (defect.model == memory_model::sc) continue;
    known_defect stronger = defect;
    stronger.model = defect.model == memory_model::weak ? memory_model::tso : memory_model::sc;
    CAPTURE(defect.id);
    CHECK_FALSE(look_for(stronger, {}, false).found);
  }
}

TEST_CASE("the_repaired_designs_are_clean_where_the_others_break") {
  const std::map<std::string, std::string> repaired = {{"wpol_queue_as_written", "wpol_queue"},
                                                       {"chase_lev_deque_as_written", "chase_lev_deque_fixed"},
                                                       {"vyukov_ring_as_written", "vyukov_ring"}};
  for (const known_defect& defect : known_defects()) {
    const auto what = parse_scenario(defect.text);
    REQUIRE(what);
    for (const memory_model model : all_models) {
      CAPTURE(defect.id, word(model));
      const exploration result =
          explored(*queue_named(repaired.at(defect.listed_under)), {*what, model, no_limit, 1, false, false});
      CHECK(result.ended_as == exploration::verdict::clean);
      CHECK_THAT(result.found.text, Catch::Matchers::Equals(""));
    }
  }
}

TEST_CASE("only_the_named_fault_is_left_in_the_deques_of_the_notes") {
  // With every repair the same deque is clean, so what refutes the others is their fault.
  const queue_subject& sound = *defective_subjects().front();
  REQUIRE(sound.traits().sound);
  for (const planned_check& planned : battery(sound, suite::quick)) {
    CAPTURE(planned.scenario.text(), word(planned.model));
    CHECK(explored(sound, planned).ended_as == exploration::verdict::clean);
  }
}

TEST_CASE("a_push_that_goes_on_with_the_old_array_is_found") {
  const queue_subject& stale = *queue_named("chase_lev_stale_array");
  const auto what = parse_scenario("capacity 1; push push | steal steal");
  CHECK(explored(stale, {*what, memory_model::sc, no_limit, 0, false, false}).found.kind ==
        violation_kind::uninitialised);
}

TEST_CASE("the_same_call_explores_the_same_executions") {
  const queue_subject& ring = *queue_named("vyukov_ring");
  const auto what = parse_scenario("capacity 2; push pop | push pop");
  for (const memory_model model : all_models) {
    const exploration first = explored(ring, {*what, model, no_limit, 1, false, false});
    const exploration second = explored(ring, {*what, model, no_limit, 1, false, false});
    CHECK(first.executions == second.executions);
    CHECK(first.states == second.states);
  }
}

}  // namespace
}  // namespace schedlab::verify
