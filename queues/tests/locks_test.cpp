// The spin locks under threads: one inside at a time, and try_lock says no exactly while a thread is inside. That they
// order what they protect is explored in harness/verify/explore/tests/locks_explored_test.cpp.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

#include "queues/locks/guard.hpp"
#include "queues/locks/test_and_test_and_set_lock.hpp"
#include "queues/locks/ticket_lock.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/contract_concurrent.hpp"
#include "queues/tests/watchdog.hpp"

namespace schedlab {
namespace {

TEMPLATE_TEST_CASE("locks: try_lock fails while somebody holds the lock, and only then", "", ticket_lock<>,
                   test_and_test_and_set_lock<>) {
  TestType lock;
  for (int round = 0; round < 3; ++round) {
    REQUIRE(lock.try_lock());
    CHECK_FALSE(lock.try_lock());
    CHECK_FALSE(lock.try_lock());
    lock.unlock();
    const guard held(lock);
    CHECK_FALSE(lock.try_lock());
  }
  CHECK(lock.try_lock());
}

// The increment is not one step, and now and then the thread loses its CPU in its middle: two threads inside lose one.
void increment(std::uint64_t& counter) {
  const std::uint64_t before = counter;
  if (before % 64 == 0) std::this_thread::yield();
  counter = before + 1;
}

// What `threads` threads have counted under one lock, each entering by enter(lock, member), and how often they did. They
// stop in time also where a lock that is handed to a thread without a CPU makes all of them wait for the scheduler.
template <class Lock, class Enter>
std::pair<std::uint64_t, std::uint64_t> counted(unsigned threads, Enter enter) {
  constexpr std::uint64_t each = 20'000;
  const auto end = contract::test_clock::now() + std::chrono::milliseconds(200);
  Lock lock;
  std::uint64_t counter = 0;
  std::atomic<std::uint64_t> times{0};
  contract::run_team(threads, [&](unsigned member) {
    std::uint64_t mine = 0;
    for (; mine < each && contract::test_clock::now() < end; ++mine) {
      enter(lock, member);
      increment(counter);
      lock.unlock();
    }
    times += mine;
  });
  return {counter, times};
}

TEMPLATE_TEST_CASE("locks: no increment of a plain counter is lost", "[stress]", ticket_lock<>,
                   test_and_test_and_set_lock<>) {
  const watchdog limit("increments");
  // The last are more threads than most machines have cores.
  for (const unsigned threads : {2u, 4u, 16u}) {
    const auto [counter, times] = counted<TestType>(threads, [](TestType& lock, unsigned) { lock.lock(); });
    INFO(threads << " threads, " << times << " times");
    CHECK(counter == times);
  }
}

TEMPLATE_TEST_CASE("locks: who tries and who waits exclude each other", "[stress]", ticket_lock<>,
                   test_and_test_and_set_lock<>) {
  const watchdog limit("tries");
  const auto [counter, times] = counted<TestType>(4, [](TestType& lock, unsigned member) {
    if (member % 2 == 0) return lock.lock();
    while (!lock.try_lock()) std::this_thread::yield();
  });
  CHECK(counter == times);
}

}  // namespace
}  // namespace schedlab
