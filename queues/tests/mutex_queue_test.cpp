// Tests of what only the mutex queue offers: sleeping until an item comes, closing, and its lock's statistics.
#include "queues/mutex_queue.hpp"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "queues/tests/catch.hpp"
#include "queues/tests/contract_concurrent.hpp"
#include "queues/tests/watchdog.hpp"

namespace schedlab {
namespace {

using items_queue = mutex_queue<std::uint64_t>;

TEST_CASE("mutex_queue: close wakes all who sleep, and they are told that nothing will come") {
  const watchdog limit("close");
  items_queue queue(4);
  std::atomic<unsigned> told{0};
  std::vector<std::thread> sleepers;
  sleepers.reserve(4);
  for (int i = 0; i < 4; ++i) {
    sleepers.emplace_back([&] {
      std::uint64_t item = 0;
      if (!queue.wait_pop(item)) ++told;
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(told == 0);
  queue.close();
  for (std::thread& sleeper : sleepers) sleeper.join();
  CHECK(told == 4);
}

TEST_CASE("mutex_queue: what is queued when it is closed comes out first") {
  const watchdog limit("drain");
  items_queue queue(1);
  for (std::uint64_t id = 0; id < 5; ++id) REQUIRE(queue.try_push(std::uint64_t{id}) == push_status::ok);
  queue.close();
  queue.close();
  std::uint64_t item = 99;
  for (std::uint64_t id = 0; id < 5; ++id) {
    REQUIRE(queue.wait_pop(item));
    CHECK(item == id);
  }
  CHECK_FALSE(queue.wait_pop(item));
  CHECK_FALSE(queue.wait_pop(item));
  CHECK(queue.try_pop(item) == pop_status::empty);
}

// One item goes to and fro: a wake-up lost in any round stops it for ever.
TEST_CASE("mutex_queue: no wake-up is lost between two sleepers", "[stress]") {
  const watchdog limit("ping-pong");
  constexpr std::uint64_t rounds = 50'000 / contract::slowdown;
  items_queue there(1);
  items_queue back(1);
  std::thread echo([&] {
    std::uint64_t item = 0;
    while (there.wait_pop(item)) static_cast<void>(back.try_push(item + 1));
    back.close();
  });
  std::uint64_t wrong = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::uint64_t item = 0;
    static_cast<void>(there.try_push(std::uint64_t{round}));
    if (!back.wait_pop(item) || item != round + 1) ++wrong;
  }
  there.close();
  echo.join();
  CHECK(wrong == 0);
}

// Several sleep, several push, with pauses so that sleeping happens; everything arrives.
TEST_CASE("mutex_queue: no wake-up is lost among many sleepers", "[stress]") {
  const watchdog limit("many sleepers");
  constexpr std::uint64_t each = 20'000 / contract::slowdown;
  items_queue queue(1);
  contract::deliveries record(2, 3);
  std::atomic<unsigned> producing{2};
  contract::run_team(5, [&](unsigned member) {
    if (member < 2) {
      for (std::uint64_t number = 0; number < each; ++number) {
        static_cast<void>(queue.try_push(contract::id_from(member, number)));
        if (number % 16 == 0) std::this_thread::yield();
      }
      record.pushed[member] = each;
      if (producing.fetch_sub(1) == 1) queue.close();
    } else {
      std::uint64_t item = 0;
      while (queue.wait_pop(item)) record.received[member - 2].push_back(item);
    }
  });
  const contract::violation found = contract::judged(record, /*in_order=*/true);
  INFO(found.value_or("as promised"));
  CHECK_FALSE(found.has_value());
}

TEST_CASE("mutex_queue: the lock says how contended it was") {
  items_queue queue(16);
  std::uint64_t item = 0;
  for (std::uint64_t id = 0; id < 100; ++id) {
    REQUIRE(queue.try_push(std::uint64_t{id}) == push_status::ok);
    REQUIRE(queue.try_pop(item) == pop_status::ok);
  }
  CHECK(queue.lock_statistics().contended == 0);
  CHECK(queue.lock_statistics().waited_ns == 0);
}

}  // namespace
}  // namespace schedlab
