#include "harness/cells/queues/thread_team.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "harness/measure/placement.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

double counter(const measurement& found, const std::string& name) {
  for (const auto& one : found.counters) {
    if (one.declared->name == name) return one.value;
  }
  FAIL("no counter named " << name);
  return 0;
}

bool has_counter(const measurement& found, const std::string& name) {
  return std::any_of(found.counters.begin(), found.counters.end(),
                     [&](const auto& one) { return one.declared->name == name; });
}

}  // namespace

TEST_CASE("thread team: counts only counted members, within the window") {
  const std::vector<team_member> members = {{"sleeper", true}, {"idler", false}};
  const repetition_request request{.warmup_s = 0.02, .window_s = 0.1};
  const measurement found = run_team(members, request, [](unsigned thread, probe& mine) {
    std::uint64_t items = 0;
    while (mine.go_on(items)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      items += thread == 0 ? 10 : 1000;
      mine.pop_failed();
    }
  });
  REQUIRE(found.wrong.empty());
  REQUIRE(found.elapsed_s == Approx(0.1).epsilon(0.5));
  // There are at most 10 items per millisecond; none of the idler's thousands count.
  REQUIRE(found.items > 100);
  REQUIRE(found.items <= 1500);
  REQUIRE(counter(found, "failed_pops_per_item") > 0.05);
  REQUIRE(has_counter(found, "flag_round_trip_before_ns") == (allowed_cpus().size() > 1));
}

TEST_CASE("thread team: how evenly those were served that do the same work") {
  const std::vector<team_member> members = {{"boss", false}, {"worker 0", true}, {"worker 1", true}};
  const repetition_request request{.warmup_s = 0.005, .window_s = 0.1};
  const measurement found = run_team(members, request, [](unsigned thread, probe& mine) {
    std::uint64_t items = 0;
    for (std::uint64_t round = 0; mine.go_on(items); ++round) {
      // The first worker gets three of four items; the second nothing for 20 ms now and then.
      items += thread == 1 ? 3 : 1;
      if (thread == 2 && round % 30 == 29) {
        for (int failures = 0; failures < 64; ++failures) mine.pop_failed();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      mine.succeeded();
      if (thread != 2 || round % 30 != 29) std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  });
  REQUIRE(found.wrong.empty());
  const double least = counter(found, "least_served");
  const double most = counter(found, "most_served");
  REQUIRE(least < 0.75);
  REQUIRE(most > 1.25);
  REQUIRE(least + most == Approx(2));
  REQUIRE(counter(found, "longest_wait_ns") > 15e6);
  REQUIRE(counter(found, "longest_wait_ns") < 110e6);

  const measurement different = run_team({{"producer", false}, {"consumer", true}}, request, [](unsigned, probe& mine) {
    for (std::uint64_t items = 0; mine.go_on(items); ++items) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  REQUIRE(!has_counter(different, "least_served"));
  REQUIRE(!has_counter(different, "longest_wait_ns"));
}

TEST_CASE("thread team: processor time is that of the time in which the items were made") {
  // The thread works all the time, and a fifth of that counts.
  const measurement found =
      run_team({{"alone", true}}, {.warmup_s = 0.005, .window_s = 0.1}, [](unsigned, probe& mine) {
        const auto turns = static_cast<std::uint64_t>(50'000 * spin_turns_per_ns());
        for (std::uint64_t items = 0; mine.go_on(items); ++items) {
          mine.time_only(1, [&](unsigned) { spin(turns); });
          spin(4 * turns);
        }
      });
  REQUIRE(found.wrong.empty());
  REQUIRE(found.elapsed_s < 0.05);
  REQUIRE(found.cpu_s > 0);
  REQUIRE(found.cpu_s < 1.3 * found.elapsed_s);
}

TEST_CASE("thread team: runs replace the window where a workload times runs only") {
  const measurement found =
      run_team({{"alone", true}}, {.warmup_s = 0.005, .window_s = 0.05}, [](unsigned, probe& mine) {
        std::uint64_t items = 0;
        while (mine.go_on(items)) {
          mine.time_only(4, [](unsigned) { std::this_thread::sleep_for(std::chrono::microseconds(500)); });
          std::this_thread::sleep_for(std::chrono::milliseconds(2));  // not part of the run
          items += 4;
        }
      });
  REQUIRE(found.wrong.empty());
  const double seconds_per_item = found.elapsed_s / static_cast<double>(found.items);
  REQUIRE(seconds_per_item > 0.0005);
  REQUIRE(seconds_per_item < 0.0009);  // with the pause between the runs it would be above 0.001
  REQUIRE(!has_counter(found, "flag_round_trip_before_ns"));
}

TEST_CASE("thread team: no progress is an error, not a zero") {
  const measurement found =
      run_team({{"stuck", true}}, {.warmup_s = 0.001, .window_s = 0.01}, [](unsigned, probe& mine) {
        while (mine.go_on(0)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      });
  REQUIRE(found.wrong == "no item went through within the window");
}
