// The counts that a run keeps up to date after every repetition.
#include "harness/run/plan/run_state.hpp"

#include <chrono>

#include "harness/measure/clock.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

run_state state_of(std::size_t cells, unsigned repetitions) {
  plan what;
  what.options.repetitions = repetitions;
  for (std::size_t i = 0; i < cells; ++i) {
    what.cells.push_back({"queue/ring/pair/" + std::to_string(i), "ring", "pair", std::to_string(i), 1, false});
  }
  return run_state(what);
}

repetition_record repetition_of(const run_state& state, std::size_t cell, unsigned repetition, double took_s = 0.1) {
  repetition_record record;
  record.cell = state.planned().cells[cell].name;
  record.repetition = repetition;
  record.took_s = took_s;
  return record;
}

}  // namespace

TEST_CASE("what_was_drawn_again_comes_on_top") {
  run_state state = state_of(1, 2);
  REQUIRE(state.add(repetition_of(state, 0, 2)));
  CHECK(state.total() == 3);
  REQUIRE(state.add(repetition_of(state, 0, 0)));
  CHECK_FALSE(state.complete());
  REQUIRE(state.add(repetition_of(state, 0, 1)));
  CHECK(state.complete());
  CHECK(state.total() == 3);
}

TEST_CASE("what_a_budget_takes_is_not_missing") {
  run_state state = state_of(3, 4);
  REQUIRE(state.add(repetition_of(state, 0, 0)));
  REQUIRE(state.add(repetition_of(state, 2, 0)));
  CHECK(state.total() == 12);
  state.fit({2, {2}});
  CHECK(state.is_left_out(2));
  CHECK(state.total() == 2 + 3);
  REQUIRE(state.add(repetition_of(state, 2, 1)));
  CHECK(state.total() == 3 + 3);
}

TEST_CASE("costs_are_means_of_each_cell") {
  run_state state = state_of(2, 9);
  REQUIRE(state.add(repetition_of(state, 0, 0, 1)));
  REQUIRE(state.add(repetition_of(state, 0, 1, 2)));
  CHECK(state.mean_cost_s(0) == Approx(1.5));
  CHECK(state.mean_cost_s(1) == 0);
  CHECK(state.spent_s() == Approx(3));
}

TEST_CASE("the_books_of_a_full_suite_take_no_time") {
  run_state state = state_of(3000, 10);
  const auto begin = std::chrono::steady_clock::now();
  for (unsigned repetition = 0; repetition < 10; ++repetition) {
    for (std::size_t cell = 0; cell < 3000; ++cell) {
      state.add(repetition_of(state, cell, repetition));
      REQUIRE(state.total() == 30000);
    }
  }
  CHECK(state.complete());
  CHECK(seconds_between(begin, std::chrono::steady_clock::now()) < 10);
}
