// How much CPU a thread lost to others where it ought to have been busy.
#include "harness/measure/lost_cpu.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "harness/measure/clock.hpp"
#include "harness/measure/placement.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

void work_for(double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  while (seconds_between(begin, std::chrono::steady_clock::now()) < seconds) {
  }
}

}  // namespace

TEST_CASE("two busy threads on one CPU take it from each other") {
  const pinned_for_a_while here(allowed_cpus().front());
  std::atomic<bool> over{false};
  std::thread other([&] {  // it begins where its parent is pinned
    while (!over) {
    }
  });
  lost_cpu lost;
  lost.begin();
  work_for(0.3);
  lost.end();
  over = true;
  other.join();
#if defined(__linux__)
  REQUIRE(lost.share());
  CHECK(*lost.share() > 0.2);
#else
  CHECK_FALSE(lost.share());
#endif
}

TEST_CASE("of a thread that slept by itself nothing can be said") {
  lost_cpu lost;
  lost.begin();
  work_for(0.01);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  lost.end();
  CHECK_FALSE(lost.share());
}

TEST_CASE("what happens between two times does not count") {
  lost_cpu lost;
  lost.begin();
  work_for(0.001);
  lost.end();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  lost.begin();
  work_for(0.001);
  lost.end();
#if defined(__linux__)
  CHECK(lost.share());
#endif
}
