// The protocols of the schedulers as explored programs: what a scenario may say, and what it took more than the quick suite
// to find. That each survives its suite is tested with `schedlab verify`.
#include <string>

#include "harness/verify/explore/subject_named.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "harness/verify/report/verify_text.hpp"
#include "queues/tests/catch.hpp"

namespace schedlab::verify {
namespace {

scenario parsed(const char* text) {
  const auto what = parse_scenario(text);
  REQUIRE(what);
  return *what;
}

exploration explored(const char* protocol, const char* text, memory_model model, unsigned preemptions) {
  machine on;
  const subject* const what = subject_named(protocol);
  REQUIRE(what != nullptr);
  return check(on, *what, {parsed(text), model, preemptions, 0, false, false}, {}).result;
}

std::string refusal(const char* protocol, const char* text) {
  const subject* const what = subject_named(protocol);
  REQUIRE(what != nullptr);
  const auto said = what->accepts(parsed(text));
  return said ? "" : said.why().message;
}

TEST_CASE("pool_scenario_text_comes_out_as_it_went_in") {
  for (const char* text :
       {"workers 2; submit stop", "workers 3; steal half; meet stop", "workers 1; idle pause; forks | drain stop",
        "workers 3; idle block; capacity 1; spawns_stolen forks_stolen | nests submits stop"}) {
    CHECK(parsed(text).text() == text);
  }
  CHECK_FALSE(parse_scenario("workers 0; submit stop"));
  CHECK_FALSE(parse_scenario("workers 2; idle never; submit stop"));
  CHECK_FALSE(parse_scenario("workers 2; steal all; submit stop"));
  CHECK_FALSE(parse_scenario("workers 5; submit | stop"));
}

TEST_CASE("pool_scenario_that_cannot_run_is_refused_with_the_reason") {
  CHECK_THAT(refusal("work_stealing", "workers 2; forks stop"), Catch::Matchers::Equals(""));
  CHECK_THAT(refusal("work_stealing", "submit stop"), ContainsSubstring("no workers"));
  CHECK_THAT(refusal("work_stealing", "workers 2; submit"), ContainsSubstring("nobody stops it"));
  CHECK_THAT(refusal("work_stealing", "workers 2; push stop"), ContainsSubstring("knows no 'push'"));
  CHECK_THAT(refusal("work_stealing", "workers 1; forks_stolen stop"), ContainsSubstring("2 workers or more"));
  CHECK_THAT(refusal("work_stealing", "workers 2; steal half; meet stop"), ContainsSubstring("3 workers or more"));
  CHECK_THAT(refusal("work_stealing", "workers 1; idle block; submit stop"), ContainsSubstring("locked queue"));
  CHECK_THAT(refusal("event_count", "workers 1; submits stop"), ContainsSubstring("knows no 'submits'"));
  CHECK_THAT(refusal("ledger", "workers 1; forks stop"), ContainsSubstring("knows no 'forks'"));
  CHECK_THAT(refusal("mutex_queue", "workers 1; submit stop"), ContainsSubstring("schedulers"));
}

// A worker that joins sleeps until the thief is done, and the thief, which then finds nothing, must not take its wake-up.
// It takes two preemptions to see a protocol in which it can.
TEST_CASE("a_sleeping_join_is_woken_by_the_thief") {
  for (const char* text : {"workers 2; forks_stolen stop", "workers 2; spawns_stolen stop"}) {
    CHECK(explored("work_stealing", text, memory_model::sc, 2).ended_as == exploration::verdict::clean);
  }
}

TEST_CASE("spinning_workers_end_too") {
  CHECK(explored("global_queue_bounded", "workers 2; idle pause; submit forks stop", memory_model::sc, 1).ended_as ==
        exploration::verdict::clean);
}

TEST_CASE("a_counter_example_of_a_protocol_names_its_fields") {
  // There is no submission, so the worker sleeps; its sleep is a line like any other.
  machine on;
  const subject* const what = subject_named("global_queue");
  const planned_check planned{parsed("workers 1; stop"), memory_model::sc, 0, 0, false, false};
  const counterexample shown = show(*what, planned, {}, true);
  std::string all;
  for (const trace_line& line : shown.lines) all += line.action + "\n";
  CHECK_THAT(all, ContainsSubstring("idle workers"));
  CHECK_THAT(all, ContainsSubstring("page[0].finished"));
  CHECK_THAT(text_of(shown, 100), ContainsSubstring("thread 1"));  // the worker has a column
}

}  // namespace
}  // namespace schedlab::verify
