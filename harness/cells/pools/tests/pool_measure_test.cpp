// How the harness measures a scheduler at a workload: a wrong answer has no number, a run that gets nowhere is stopped
// and explained, and counters arrive.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "harness/cells/pools/measured_pool.hpp"
#include "harness/cells/pools/progress_watchdog.hpp"
#include "harness/measure/context_switches.hpp"
#include "harness/measure/machine/cache_topology.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

// A scheduler and workload in one: 100 items a round, by two workers, the second of which does a quarter.
class fake_pool final : public measured_pool {
 public:
  explicit fake_pool(std::uint64_t wrong_round, bool stops = true) : wrong_round_(wrong_round), stops_(stops) {}

  void prepare() override { ++prepared_; }
  std::uint64_t round() override {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++rounds_;
    return 100;
  }
  std::string verify() override { return rounds_ == wrong_round_ || prepared_ != rounds_ ? "as wrong as can be" : ""; }
  pool_instruments& instruments() override { return instruments_; }
  // The watchdog's thread calls this, too.
  scheduler_statistics statistics() override {
    const std::uint64_t rounds = rounds_;
    return {.accepted = 100 * rounds,
            .workers = {{.completed = 75 * rounds}, {.completed = 25 * rounds, .steals = 10 * rounds}}};
  }
  std::optional<lock_statistics> locks() override { return lock_statistics{2 * rounds_, 300 * rounds_}; }
  std::optional<pool_moment> watch() override { return pool_moment{.has_queued = true, .idle_workers = 1}; }
  std::string report() override { return "worker 0: searching"; }
  void stop() override {
    if (!stops_) std::this_thread::sleep_for(std::chrono::seconds(20));
  }

 private:
  const std::uint64_t wrong_round_;
  const bool stops_;
  std::uint64_t prepared_ = 0;
  std::atomic<std::uint64_t> rounds_{0};
  pool_instruments instruments_;
};

measurement measured(std::uint64_t wrong_round) {
  return measure_pool([=](const std::vector<int>&) { return std::make_unique<fake_pool>(wrong_round); }, 2,
                      {.warmup_s = 0.001, .window_s = 0.02});
}

double counter(const measurement& of, const std::string& name) {
  const auto found =
      std::find_if(of.counters.begin(), of.counters.end(), [&](const auto& c) { return c.declared->name == name; });
  INFO(name);
  REQUIRE(found != of.counters.end());
  return found->value;
}

struct ended_child {
  int exit_code = -1;
  std::string said;  // on standard error
};

template <class F>
ended_child in_a_child(F work) {
  ended_child found;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    work();
    ::_exit(0);
  }
  ::close(ends[1]);
  char buffer[256];
  for (ssize_t count; (count = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    found.said.append(buffer, static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status)) found.exit_code = WEXITSTATUS(status);
  return found;
}

}  // namespace

TEST_CASE("a_pool_that_answers_right_has_numbers") {
  const measurement found = measured(/*wrong_round=*/0);
  REQUIRE(found.wrong.empty());
  CHECK(found.items % 100 == 0);
  CHECK(found.elapsed_s >= 0.02);
  CHECK(counter(found, "largest_worker_share") == Approx(0.75));
  CHECK(counter(found, "smallest_worker_share") == Approx(0.25));
  CHECK(counter(found, "steals_per_item") == Approx(0.1));
  CHECK(counter(found, "contended_acquisitions_per_item") == Approx(0.02));
  CHECK(counter(found, "lock_wait_ns_per_item") == Approx(3));
  CHECK(counter(found, "work_conservation_violations") == Approx(1));
  // Every round sleeps once.
  CHECK(counter(found, "voluntary_switches_per_item") >= 0.01);
}

TEST_CASE("a_wrong_answer_has_no_number") {
  for (const std::uint64_t round : {1u, 5u}) {
    const measurement found = measured(round);
    CHECK(found.wrong == "as wrong as can be");
    CHECK(found.items == 0);
  }
}

TEST_CASE("a_run_that_gets_nowhere_is_stopped_and_explained") {
  const ended_child child = in_a_child([] {
    const progress_watchdog watching(
        0.1, [] { return std::uint64_t{7}; }, [] { return std::string("worker 0: asleep"); });
    std::this_thread::sleep_for(std::chrono::seconds(20));
  });
  CHECK(child.exit_code == 1);
  CHECK(child.said == "no progress for 0.1 s\nworker 0: asleep\n");
}

TEST_CASE("a_pool_that_does_not_stop_is_stopped_and_explained") {
  const ended_child child = in_a_child([] {
    (void)measure_pool([](const std::vector<int>&) { return std::make_unique<fake_pool>(0, /*stops=*/false); }, 2,
                       {.warmup_s = 0.001, .window_s = 0.02, .watchdog_s = 0.2});
  });
  CHECK(child.exit_code == 1);
  CHECK(child.said == "no progress for 0.2 s\nworker 0: searching\n");
}

TEST_CASE("progress_keeps_the_watchdog_quiet") {
  std::atomic<std::uint64_t> progress{0};
  const progress_watchdog watching(
      0.05, [&] { return ++progress; }, [] { return std::string(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  CHECK(progress > 3);
}

TEST_CASE("sleeping_is_a_voluntary_switch") {
  const switches_so_far before = context_switches_so_far();
  for (int i = 0; i < 10; ++i) std::this_thread::sleep_for(std::chrono::microseconds(100));
  const context_switches more = context_switches_so_far().since(before);
  CHECK(more.voluntary >= 10);
  CHECK(more.most_of_one_thread >= 10);
}

TEST_CASE("the_busiest_thread_is_the_one_that_switched_most_meanwhile") {
  const switches_so_far before{.of_threads = {{1, 1000}, {2, 10}, {3, 50}}};
  const switches_so_far after{.of_threads = {{1, 1001}, {2, 510}, {3, 7}}};  // another thread got the number 3
  CHECK(after.since(before).most_of_one_thread == 500);
}

TEST_CASE("a_cpu_is_nearest_to_itself") {
  const auto distances = worker_distances(4, {0, 1});
  REQUIRE(distances.size() == 4);
  CHECK(distances[0][0] == 0);
  CHECK(distances[0][2] == 0);  // on the same CPU
  CHECK(distances[0][1] > 0);
  CHECK(distances[0][1] == distances[1][0]);
}
