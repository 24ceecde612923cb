// The text that says how far a design was explored never says more than is true of every scenario.
#include "harness/verify/explore/defects.hpp"
#include "harness/verify/explore/subject_named.hpp"
#include "harness/verify/explore/verification.hpp"
#include "queues/tests/catch.hpp"

namespace schedlab::verify {
namespace {

using enum exploration::verdict;

checked_scenario explored(const char* text, unsigned preemptions, exploration::verdict is = clean,
                          memory_model model = memory_model::sc) {
  checked_scenario one{{*parse_scenario(text), model, preemptions, 0, false, false}, {}};
  one.result.ended_as = is;
  return one;
}

std::string bounds(std::vector<checked_scenario> checked) {
  verification all;
  all.checked = std::move(checked);
  return all.bounds(memory_model::sc);
}

constexpr const char* two_and_two = "capacity 2; push push | pop pop";
constexpr const char* also_two_and_two = "capacity 2; push pop | push pop";
constexpr const char* three_and_three = "capacity 2; push push push | pop pop pop";

TEST_CASE("bounds: a shape is explored as far as the least of its scenarios") {
  CHECK(bounds({explored(two_and_two, no_limit)}) == "2+2 complete");
  CHECK(bounds({explored(two_and_two, no_limit), explored(also_two_and_two, 3)}) == "2+2 to 3 preemptions");
  CHECK(bounds({explored(two_and_two, 1), explored(also_two_and_two, 3)}) == "2+2 to 1 preemption");
}

TEST_CASE("bounds: the largest shape of each kind") {
  CHECK(bounds({explored(two_and_two, no_limit), explored(three_and_three, 4)}) ==
        "2+2 complete, 3+3 to 4 preemptions");
  CHECK(bounds({explored(two_and_two, 4), explored(three_and_three, no_limit)}) == "3+3 complete");
}

TEST_CASE("bounds: what was left out is said, and its shape is not") {
  CHECK(bounds({explored(two_and_two, no_limit), explored(also_two_and_two, no_limit, too_large)}) ==
        "1 of 2 left out");
  CHECK(bounds({explored(two_and_two, no_limit), explored(three_and_three, 2, too_large)}) ==
        "2+2 complete, 1 of 2 left out");
  CHECK(bounds({explored(three_and_three, 2, unfinished), explored(two_and_two, 0)}) == "2+2 to 0 preemptions");
}

TEST_CASE("bounds: scenarios with settings are told apart") {
  constexpr const char* owned = "items owned; capacity 2; push pop | push pop";
  CHECK(bounds({explored(two_and_two, no_limit), explored(owned, 1)}) == "2+2 complete, with settings to 1 preemption");
  CHECK(bounds({explored(two_and_two, no_limit), explored(owned, no_limit)}) == "2+2 complete, with settings complete");
}

TEST_CASE("bounds: other models do not count") {
  CHECK(bounds({explored(two_and_two, 2), explored(also_two_and_two, 0, clean, memory_model::weak)}) ==
        "2+2 to 2 preemptions");
  CHECK(bounds({explored(two_and_two, no_limit, clean, memory_model::tso)}).empty());
}

TEST_CASE("a design's small scenarios come first, and it ends at its first refutation unless it is to go on") {
  const planned_check wrong{*parse_scenario("capacity 1; push push push pop"), memory_model::sc, 0, 0, false, false};
  const planned_check small{*parse_scenario("capacity 4; push pop"), memory_model::sc, 0, 0, false, false};
  const planned_check large{*parse_scenario("capacity 4; push pop*7"), memory_model::sc, 0, 0, false, false};
  for (const bool goes_on : {false, true}) {
    const auto all = verify_all(
        {{queue_named("chase_lev_stale_array"), {large, wrong, small}, goes_on}}, 1, {},
        [](const std::string&, std::size_t, std::size_t) {}, [](const verification&) {});
    CHECK(all[0].ended_as == verification::status::refuted);
    CHECK(all[0].checked[0].result.ended_as == (goes_on ? clean : skipped));
    CHECK(all[0].checked[1].result.ended_as == refuted);
    CHECK(all[0].checked[2].result.ended_as == clean);
  }
}

}  // namespace
}  // namespace schedlab::verify
