// Which cells a run takes, in which order, and what a budget leaves out.
#include "harness/run/plan/plan.hpp"

#include <algorithm>
#include <set>

#include "harness/cells/cell_filter.hpp"
#include "harness/run/plan/budget.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

cell made_cell(const std::string& design, const std::string& workload, const std::string& load, unsigned threads) {
  return {"queue/" + design + "/" + workload + "/" + load, design, workload, load, threads, {}};
}

cell_registry two_designs() {
  cell_registry registry;
  for (const char* design : {"ring", "list"}) {
    registry.cells.push_back(made_cell(design, "pair", "1t", 1));
    registry.cells.push_back(made_cell(design, "mpmc", "1p1c", 2));
    registry.cells.push_back(made_cell(design, "mpmc", "4p4c", 8));
    for (const char* capacity : {"c16", "c1024", "c262144"}) {
      registry.cells.push_back(made_cell(design, "growth", std::string("push.") + capacity, 1));
    }
    registry.cells.push_back(made_cell(design, "shared_pairs", "2t", 2));
  }
  return registry;
}

run_options on_four_cores() {
  run_options options;
  options.suite = "full";
  options.cores = 4;
  return options;
}

std::vector<std::string> names(const plan& what, const std::vector<std::size_t>& cells) {
  std::vector<std::string> found;
  found.reserve(cells.size());
  for (const std::size_t i : cells) found.push_back(what.cells[i].name);
  std::sort(found.begin(), found.end());
  return found;
}

plan planned(const run_options& options) {
  const auto made = make_plan(two_designs(), options);
  REQUIRE(made);
  return *made;
}

}  // namespace

TEST_CASE("filters") {
  const cell_registry registry = two_designs();
  const auto count = [&](const std::string& filter) {
    const auto found = matching_cells(registry, filter);
    REQUIRE(found);
    return found->size();
  };
  CHECK(count("") == 14);
  CHECK(count("queue/ring/") == 7);
  CHECK(count("queue/ring/growth/push.c16") == 1);
  CHECK(count("mpmc/1p1c$") == 2);
  CHECK(count("queue/(ring|list)/pair/") == 2);
  CHECK(count("-growth") == 8);
  const auto none = matching_cells(registry, "queue/rin/pair/1t");
  REQUIRE_FALSE(none);
  CHECK(none.why().message.find("queue/ring/pair/1t") != std::string::npos);
  CHECK_FALSE(matching_cells(registry, "("));
}

TEST_CASE("suite_and_threads_choose") {
  run_options options = on_four_cores();
  CHECK(planned(options).cells.size() == 14);
  options.suite = "quick";
  CHECK(planned(options).cells.size() == 6);
  options.suite = "full";
  options.threads = {2};
  CHECK(planned(options).cells.size() == 4);
  options.threads = {3};
  const auto none = make_plan(two_designs(), options);
  REQUIRE_FALSE(none);
  CHECK(none.why().message.find("1, 2, 8") != std::string::npos);
}

TEST_CASE("every_round_is_a_permutation_and_the_seed_decides") {
  run_options options = on_four_cores();
  options.seed = 7;
  const plan first = planned(options);
  options.seed = 8;
  const plan second = planned(options);
  const auto order = round_order(first, 0);
  CHECK(std::set<std::size_t>(order.begin(), order.end()).size() == first.cells.size());
  CHECK(order == round_order(first, 0));
  CHECK(order != round_order(first, 1));
  CHECK(order != round_order(second, 0));
  CHECK(repetition_seed(first, 0, 0) != repetition_seed(first, 0, 1));
}

TEST_CASE("what_a_filter_leaves_has_the_yardsticks_of_its_columns") {
  cell_registry registry = two_designs();
  registry.designs.push_back({{.name = "nothing", .kind = design_kind::yardstick}, false});
  registry.cells.push_back(made_cell("nothing", "pair", "1t", 1));
  registry.cells.push_back(made_cell("nothing", "mpmc", "1p1c", 2));
  run_options options = on_four_cores();
  options.filter = "queue/ring/pair/1t";
  const auto made = make_plan(registry, options);
  REQUIRE(made);
  CHECK(names(*made, {0, 1}) == std::vector<std::string>{"queue/nothing/pair/1t", "queue/ring/pair/1t"});
  CHECK(made->cells.size() == 2);
}

namespace {

// The run has fourteen cells that take a second each.
result<fitted_plan> fitted_to(double seconds, unsigned repetitions, unsigned rounds_done = 0) {
  const plan what = planned(on_four_cores());
  return fit_to_budget(what, {seconds, repetitions, rounds_done, std::vector<double>(what.cells.size(), 1.0), {}});
}

}  // namespace

TEST_CASE("a_budget_first_takes_repetitions_beyond_nine") {
  const auto fitted = fitted_to(11.5 * 14, 20);
  REQUIRE(fitted);
  CHECK(fitted->repetitions == 11);
  CHECK(fitted->left_out.empty());
}

TEST_CASE("then_whole_columns_oversubscribed_first") {
  const plan what = planned(on_four_cores());
  const auto fitted = fitted_to(9.0 * 12, 20);
  REQUIRE(fitted);
  CHECK(fitted->repetitions == 9);
  CHECK(names(what, fitted->left_out) == std::vector<std::string>{"queue/list/mpmc/4p4c", "queue/ring/mpmc/4p4c"});
  const auto tighter = fitted_to(9.0 * 10, 20);
  REQUIRE(tighter);
  CHECK(names(what, tighter->left_out).front() == "queue/list/growth/push.c1024");
  CHECK(tighter->left_out.size() == 4);
  CHECK(tighter->repetitions == 9);
}

TEST_CASE("who_asks_for_fewer_than_nine_gets_them") {
  const auto fitted = fitted_to(3.0 * 14, 3);
  REQUIRE(fitted);
  CHECK(fitted->repetitions == 3);
  CHECK(fitted->left_out.empty());
}

TEST_CASE("a_budget_for_nothing_is_refused") {
  const auto fitted = fitted_to(0.5, 9);
  REQUIRE_FALSE(fitted);
  CHECK(fitted.why().message.find("at least") != std::string::npos);
}

TEST_CASE("between_rounds_a_budget_that_is_spent_ends_the_run") {
  const auto fitted = fitted_to(3.0, 20, 9);
  REQUIRE(fitted);
  CHECK(fitted->repetitions == 9);
  CHECK(fitted->left_out.empty());
}

TEST_CASE("what_a_budget_took_it_does_not_give_back") {
  const auto fitted = fitted_to(1000, 11, 2);
  REQUIRE(fitted);
  CHECK(fitted->repetitions == 11);
}

TEST_CASE("without_a_budget_nothing_is_left_out") {
  run_options options = on_four_cores();
  options.budget_s = 0;
  const plan what = planned(options);
  const auto fitted = fit_to_budget(what, {0, 9, 0, std::vector<double>(what.cells.size(), 1e6), {}});
  REQUIRE(fitted);
  CHECK(fitted->repetitions == 9);
  CHECK(fitted->left_out.empty());
}
