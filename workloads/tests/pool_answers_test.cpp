// Every workload for schedulers gives its known answer, round after round, and says so when a scheduler loses a task or
// runs one twice.
#include "queues/tests/catch.hpp"
#include "workloads/tests/pool_fakes.hpp"
#include "workloads/tests/pool_workloads.hpp"

using namespace schedlab;

namespace {

template <class Workload>
void prepare(Workload& workload) {
  if constexpr (requires { workload.prepare(); }) workload.prepare();
}

template <class S>
void expect_right_answers(S& scheduler) {
  each_small_workload<S>([&](const std::string& name, std::uint64_t items, auto& workload) {
    for (int round = 0; round < 3; ++round) {
      INFO(name << ", round " << round);
      prepare(workload);
      CHECK(workload.round(scheduler) == items);
      CHECK_THAT(workload.verify(), Catch::Matchers::Equals(""));
    }
  });
}

template <mishap How>
std::string outcome(const std::string& wanted) {
  std::string found = "no such workload";
  each_small_workload<serial_scheduler<How>>([&](const std::string& name, std::uint64_t, auto& workload) {
    if (name != wanted) return;
    serial_scheduler<How> scheduler;
    prepare(workload);
    workload.round(scheduler);
    found = workload.verify();
  });
  return found;
}

}  // namespace

TEST_CASE("workloads for schedulers give their known answers in one thread") {
  serial_scheduler<> scheduler;
  expect_right_answers(scheduler);
}

TEST_CASE("workloads for schedulers give their known answers on several threads") {
  threaded_scheduler scheduler(3);
  expect_right_answers(scheduler);
}

TEST_CASE("workloads for schedulers find a lost task") {
  each_small_workload<serial_scheduler<>>([](const std::string& name, std::uint64_t, auto&) {
    INFO(name);
    CHECK_FALSE(outcome<mishap::loses>(name).empty());
  });
}

// A sort that runs twice still sorts; the answer shows a block or a task that runs a second time.
TEST_CASE("workloads for schedulers find a task that runs twice") {
  each_small_workload<serial_scheduler<>>([](const std::string& name, std::uint64_t, auto&) {
    if (name == "merge_sort") return;
    INFO(name);
    CHECK_FALSE(outcome<mishap::doubles>(name).empty());
  });
}

TEST_CASE("workloads for schedulers say what was found and what would have been right") {
  CHECK(outcome<mishap::loses>("inside_submit_flood") == "tasks run: found 499, right would be 500");
  CHECK(outcome<mishap::doubles>("flood") == "tasks run: found 501, right would be 500");
  CHECK(outcome<mishap::loses>("fib") == "fib(10): found 42, right would be 55");
  CHECK(outcome<mishap::loses>("wavefront") == "block in row 0, column 1: found 0, right would be 1");
}

TEST_CASE("nqueens has the published numbers of solutions") {
  serial_scheduler<> scheduler;
  for (unsigned n = 1; n <= 10; ++n) {
    nqueens<serial_scheduler<>> workload(n);
    workload.round(scheduler);
    CHECK_THAT(workload.verify(), Catch::Matchers::Equals(""));
  }
}

TEST_CASE("skynet with a million leaves") {
  serial_scheduler<> scheduler;
  skynet<serial_scheduler<>> workload(6);
  CHECK(workload.round(scheduler) == 1111110);
  CHECK_THAT(workload.verify(), Catch::Matchers::Equals(""));
}

TEST_CASE("workloads for schedulers refuse sizes that they have no answer for") {
  using s = serial_scheduler<>;
  CHECK_THROWS_WITH(fib<s>(61), "fib(61) would never end; right is n of 0 to 60");
  CHECK_THROWS_WITH(nqueens<s>(16), "nqueens(16) has no answer to compare with; right is n of 1 to 15");
  CHECK_THROWS_WITH(skynet<s>(0), "skynet with 0 levels; right is 1 to 9");
  CHECK_THROWS_WITH(matrix_multiplication<s>(100),
                    "matrix_multiplication of 100 rows; right is a power of two, 32 to 4096");
  CHECK_THROWS_WITH(wavefront<s>(0), "wavefront of 0 blocks a side; right is 1 to 8192");
  CHECK_THROWS_WITH(flood<s>(0, 1), "flood from 0 submitters; right is at least 1");
  CHECK_THROWS_WITH(grain<s>(0, 1, test_spin), "grain of 0 tasks; right is at least 1");
}
