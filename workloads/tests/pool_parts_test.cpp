// The parts of workloads for schedulers: the tallies, the graphs, the threads that submit, the clock readings.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "queues/tests/catch.hpp"
#include "workloads/pool/costless_workers.hpp"
#include "workloads/pool/open_poisson.hpp"
#include "workloads/tests/pool_fakes.hpp"
#include "workloads/tests/pool_workloads.hpp"

using namespace schedlab;

namespace {

void in_threads(unsigned count, const std::function<void()>& work) {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i) threads.emplace_back(work);
  for (auto& thread : threads) thread.join();
}

std::vector<std::uint32_t> inputs_of(const task_graph& graph, std::uint32_t task) {
  const auto found = graph.inputs(task);
  return {found.begin(), found.end()};
}

using tasks = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("tallies add up over threads that come and go, and over tallies that come and go under a thread") {
  for (int turn = 0; turn < 3; ++turn) {
    tallies first;
    tallies second;
    for (int wave = 0; wave < 100; ++wave) {
      in_threads(4, [&] {
        first.add(1);
        second.add(10);
      });
    }
    first.add(5);
    CHECK(first.sum() == 405);
    CHECK(second.sum() == 4000);
    first.reset();
    CHECK(first.sum() == 0);
    CHECK(second.sum() == 4000);
  }
}

TEST_CASE("tallies add up over more threads at once than have slots of their own") {
  tallies all;
  std::atomic<unsigned> waiting{300};
  in_threads(300, [&] {
    all.add(1);
    --waiting;
    while (waiting > 0) std::this_thread::yield();
    for (int i = 0; i < 20000; ++i) all.add(1);
  });
  CHECK(all.sum() == 300 * 20001);
}

TEST_CASE("threads that run together have different numbers, and numbers are used again") {
  std::vector<unsigned> numbers(50);
  for (unsigned& number : numbers) {
    std::thread([&] { number = thread_number::mine(); }).join();
  }
  for (const unsigned number : numbers) CHECK(number == numbers.front());
  CHECK(numbers.front() != thread_number::mine());
}

TEST_CASE("the graphs of Task Bench") {
  const task_graph stencil(task_pattern::stencil_1d, 4, 3);
  CHECK(stencil.size() == 12);
  CHECK(inputs_of(stencil, 0).empty());
  CHECK(inputs_of(stencil, 4) == tasks{0, 1});
  CHECK(inputs_of(stencil, 9) == tasks{4, 5, 6});
  CHECK(stencil.sources().size() == 4);
  const task_graph fft(task_pattern::fft, 4, 4);
  CHECK(inputs_of(fft, 5) == tasks{0, 1, 2});    // distance 1
  CHECK(inputs_of(fft, 9) == tasks{5, 7});       // distance 2
  CHECK(inputs_of(fft, 13) == tasks{8, 9, 10});  // distance 1 again
  const task_graph tree(task_pattern::tree, 4, 4);
  CHECK(tree.size() == 1 + 2 + 4 + 4);
  CHECK(tree.sources().size() == 1);
  CHECK(inputs_of(tree, 6) == tasks{2});
  CHECK(inputs_of(tree, 10) == tasks{4});
  CHECK(task_graph(task_pattern::trivial, 4, 4).sources().size() == 16);
  const task_graph random(task_pattern::random_nearest, 64, 100);
  std::size_t inputs = 0;
  for (std::uint32_t task = 64; task < random.size(); ++task) inputs += random.inputs(task).size();
  CHECK(inputs > 63 * 100 * 2);
  CHECK(inputs < 65 * 100 * 4);
  CHECK_THROWS_WITH(task_graph(task_pattern::fft, 0, 1),
                    "task graph of 0 by 1 tasks; right is at least 1 by 1, and at most 100000000 in all");
}

TEST_CASE("a task graph's outputs are its inputs turned around") {
  for (const task_pattern pattern : {task_pattern::trivial, task_pattern::stencil_1d, task_pattern::fft,
                                     task_pattern::tree, task_pattern::random_nearest}) {
    const task_graph graph(pattern, 13, 9);
    std::vector<tasks> turned(graph.size());
    for (std::uint32_t task = 0; task < graph.size(); ++task) {
      for (const std::uint32_t output : graph.outputs(task)) turned[output].push_back(task);
    }
    for (std::uint32_t task = 0; task < graph.size(); ++task) CHECK(turned[task] == inputs_of(graph, task));
  }
}

TEST_CASE("a flood comes from all its submitters, round after round") {
  static std::atomic<unsigned> seen;
  seen = 0;
  threaded_scheduler scheduler(2);
  {
    flood<threaded_scheduler> workload(3, 1000, [](unsigned submitter) { seen += submitter; });
    for (int round = 0; round < 5; ++round) {
      workload.prepare();
      CHECK(workload.round(scheduler) == 1000);
      CHECK_THAT(workload.verify(), Catch::Matchers::Equals(""));
    }
  }
  CHECK(seen == 1 + 2);
}

TEST_CASE("a flood goes through a submitter's handle where there is one") {
  struct with_handles : threaded_scheduler {
    using threaded_scheduler::threaded_scheduler;
    struct handle {
      with_handles& scheduler;
      fake_status submit(std::function<void()> work) {
        ++scheduler.through_handles;
        return scheduler.threaded_scheduler::submit(std::move(work));
      }
    };
    handle attach_submitter() { return {*this}; }
    std::atomic<unsigned> through_handles{0};
  };
  with_handles scheduler(1);
  flood<with_handles> workload(2, 101);
  workload.round(scheduler);
  CHECK_THAT(workload.verify(), Catch::Matchers::Equals(""));
  CHECK(scheduler.through_handles == 101);
}

TEST_CASE("start_latency records every start") {
  threaded_scheduler scheduler(1);
  for (const unsigned gap_us : {0U, 20U, 60U}) {
    std::vector<std::uint64_t> starts;
    std::vector<std::uint64_t> submits;
    start_latency<threaded_scheduler> workload(
        20, std::chrono::microseconds(gap_us), test_clock_ns, [&](std::uint64_t ns) { starts.push_back(ns); },
        [&](std::uint64_t ns) { submits.push_back(ns); });
    for (int round = 1; round <= 2; ++round) {
      workload.prepare();
      const std::uint64_t before = test_clock_ns();
      CHECK(workload.round(scheduler) == 20);
      const std::uint64_t all = test_clock_ns() - before;
      CHECK_THAT(workload.verify(), Catch::Matchers::Equals(""));
      CHECK(starts.size() == 20U * static_cast<unsigned>(round));
      CHECK(submits.size() == starts.size());
      for (const std::uint64_t start : starts) CHECK(start > 0);
      CHECK(all >= std::uint64_t{20} * gap_us * 1000);
    }
  }
}

namespace {

// Runs each task on the spot, but the third one never or twice.
template <mishap How>
struct immediate_scheduler : serial_scheduler<How> {
  template <class F>
  fake_status submit(F work) {
    const fake_status status = serial_scheduler<How>::submit(work);
    serial_scheduler<How>::drain();
    return status;
  }
};

template <mishap How>
std::string outcome_of_starts() {
  immediate_scheduler<How> scheduler;
  const auto ignore = [](std::uint64_t) {};
  start_latency<immediate_scheduler<How>> workload(5, std::chrono::microseconds(0), test_clock_ns, ignore, ignore,
                                                   std::chrono::milliseconds(20));
  workload.round(scheduler);
  return workload.verify();
}

}  // namespace

TEST_CASE("workers that cost nothing give the waits of M/D/1 and M/D/2") {
  std::mt19937_64 random(20261120);
  const auto waits_of = [&](unsigned workers, double load) {
    costless_workers costless(workers);
    std::exponential_distribution<double> gap(load * workers / 1e6);  // a task works for 1e6
    std::vector<double> waits;
    double arrival = 0;
    for (int i = 0; i < 400'000; ++i) {
      arrival += gap(random);
      const auto at = static_cast<std::uint64_t>(arrival);
      waits.push_back(static_cast<double>(costless.start_of(at, 1'000'000) - at) / 1e6);
    }
    std::sort(waits.begin(), waits.end());
    return waits;
  };
  const auto mean_of = [](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  const auto one = waits_of(1, 0.7);
  CHECK(mean_of(one) == Approx(0.7 / (2 * 0.3)).epsilon(0.03));  // Pollaczek and Khinchine
  CHECK(one[one.size() * 99 / 100] == Approx(6.42).epsilon(0.03));
  CHECK(mean_of(waits_of(2, 0.9)) == Approx(2.14692).epsilon(0.08));  // Crommelin
}

TEST_CASE("open_poisson takes the load's own wait off, and leaves what the scheduler adds") {
  threaded_scheduler scheduler(1);
  std::vector<std::uint64_t> dispatched;
  std::vector<std::uint64_t> delayed;
  const auto ignore = [](std::uint64_t) {};
  open_poisson<threaded_scheduler> workload({.share = 0.9, .service_ns = 200'000, .arrivals = 100},
                                            {.now_ns = &test_clock_ns,
                                             .spin =
                                                 [](std::uint64_t ns) {
                                                   for (const auto end = test_clock_ns() + ns; test_clock_ns() < end;) {
                                                   }
                                                 },
                                             .turns_per_ns = 1,
                                             .dispatched = [&](std::uint64_t ns) { dispatched.push_back(ns); },
                                             .delayed = [&](std::uint64_t ns) { delayed.push_back(ns); },
                                             .completed = ignore,
                                             .late = ignore});
  CHECK(workload.round(scheduler) == 100);
  CHECK_THAT(workload.verify(), Catch::Matchers::Equals(""));
  REQUIRE(delayed.size() == 100);
  std::uint64_t waited_for_others = 0;
  for (std::size_t i = 0; i < delayed.size(); ++i) {
    CHECK(delayed[i] <= dispatched[i]);
    waited_for_others += dispatched[i] - delayed[i];
  }
  CHECK(waited_for_others > 100 * 20'000);  // these arrivals make some 100 us of it for a task, on average
}

TEST_CASE("start_latency finds a task that is lost or runs twice") {
  CHECK_THAT(outcome_of_starts<mishap::none>(), Catch::Matchers::Equals(""));
  CHECK(outcome_of_starts<mishap::loses>() == "tasks started: found 2, right would be 5");
  CHECK(outcome_of_starts<mishap::doubles>() == "tasks started: found 6, right would be 5");
}
