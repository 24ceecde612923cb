// Which cells are drawn again: by where their threads lay and by what they lost to others, never by a result.
#include "harness/run/plan/redraws.hpp"

#include <fmt/format.h>

#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

constexpr double near_ns = 50;
constexpr double far_ns = 500;

class run_of_cells {
 public:
  explicit run_of_cells(std::vector<planned_cell> cells, unsigned repetitions = 9)
      : state_(planned(std::move(cells), repetitions)) {}

  // Adds the cell's next repetitions, all with that round trip. Each has a time of its own, which must not matter.
  run_of_cells& took(std::size_t cell, unsigned count, double round_trip_ns, double lost_cpu = 0) {
    for (unsigned i = 0; i < count; ++i) {
      const double time_ns = 1 + 1000.0 * static_cast<double>(next_time_++ % 7);
      answer(cell, fmt::format(R"({{"benchmark": {{"real_time": {}, "iterations": 1, "lost_cpu": {},)"
                               R"( "flag_round_trip_before_ns": {}, "flag_round_trip_after_ns": {}}}}})",
                               time_ns, lost_cpu, round_trip_ns, round_trip_ns));
    }
    return *this;
  }
  run_of_cells& failed(std::size_t cell) { return answer(cell, R"({"wrong": "lost an item"})"), *this; }

  redraws wanted() const { return wanted_redraws(state_); }

 private:
  static plan planned(std::vector<planned_cell> cells, unsigned repetitions) {
    plan what;
    what.options.repetitions = repetitions;
    what.cells = std::move(cells);
    return what;
  }
  void answer(std::size_t cell, const std::string& text) {
    child_report report;
    report.ending = child_report::end::exited;
    report.answer = text;
    REQUIRE(state_.add(to_record(state_.planned().cells[cell], {state_.repetitions_of(cell), 0}, report, 10)));
  }

  run_state state_;
  unsigned next_time_ = 0;
};

planned_cell cell_of(const char* design, unsigned threads = 2, bool oversubscribed = false) {
  return {std::string("queue/") + design + "/mpmc/1p1c", design, "mpmc", "1p1c", threads, oversubscribed};
}

using cells = std::vector<std::size_t>;

}  // namespace

TEST_CASE("five_of_nine_in_the_usual_mode_are_enough") {
  run_of_cells run({cell_of("ring"), cell_of("list")});
  run.took(0, 5, near_ns).took(0, 4, far_ns);
  run.took(1, 9, near_ns);
  CHECK(run.wanted().cells.empty());
}

TEST_CASE("a_cell_with_four_in_the_usual_mode_is_drawn_again") {
  run_of_cells run({cell_of("ring"), cell_of("list")});
  run.took(0, 4, near_ns).took(0, 5, far_ns);
  run.took(1, 9, near_ns);
  CHECK(run.wanted().cells == cells{0});
  CHECK(run.wanted().of_rare_mode == 1);
  run.took(0, 1, near_ns);
  CHECK(run.wanted().cells.empty());
}

TEST_CASE("a_few_times_at_most") {
  run_of_cells run({cell_of("ring"), cell_of("list")});
  run.took(0, 9, far_ns);
  run.took(1, 9, near_ns).took(1, 4, near_ns);
  run.took(0, 3, far_ns);
  CHECK(run.wanted().cells == cells{0});
  run.took(0, 1, far_ns);
  CHECK(run.wanted().cells.empty());
}

TEST_CASE("and_half_as_often_as_was_asked_for") {
  run_of_cells run({cell_of("ring", 1)}, 3);
  run.took(0, 3, 0, 0.5);
  CHECK(run.wanted().cells == cells{0});
  run.took(0, 1, 0, 0.5);
  CHECK(run.wanted().cells.empty());
}

TEST_CASE("a_disturbed_repetition_is_replaced") {
  run_of_cells run({cell_of("ring", 1)});
  run.took(0, 8, 0).took(0, 1, 0, 0.06);
  CHECK(run.wanted().cells == cells{0});
  CHECK(run.wanted().of_disturbed == 1);
  run.took(0, 1, 0, 0.05);
  CHECK(run.wanted().cells.empty());
}

TEST_CASE("threads_that_share_a_core_take_it_from_each_other") {
  run_of_cells run({cell_of("ring", 4, true)});
  run.took(0, 9, near_ns, 0.5);
  CHECK(run.wanted().cells.empty());
}

TEST_CASE("what_fails_is_not_drawn_again") {
  run_of_cells run({cell_of("ring"), cell_of("list")});
  run.took(0, 5, far_ns);
  for (int i = 0; i < 4; ++i) run.failed(0);
  run.took(1, 9, near_ns);
  CHECK(run.wanted().cells.empty());
}
