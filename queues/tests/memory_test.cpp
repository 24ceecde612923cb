// Tests of the memory policies: waiting and waking within and between processes, what the mutex counts, what the
// counting policy counts.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "queues/memory/counting_memory.hpp"
#include "queues/memory/native_memory.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/watchdog.hpp"
#include "queues/vyukov_ring.hpp"
#include "queues/wpol/wpol_in_own_region.hpp"

namespace schedlab {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

void store(std::uint32_t& word, std::uint32_t value) { native_memory::store(&word, value, order::release); }
std::uint32_t load(const std::uint32_t& word) { return native_memory::load(&word, order::acquire); }

TEST_CASE("native_memory: a wait ends at its time limit") {
  std::uint32_t word = 1;
  const auto began = steady_clock::now();
  wait_status answer = wait_status::woken;
  // Wakes may be spurious.
  while (answer == wait_status::woken) answer = native_memory::wait(&word, 1, 20'000'000);
  CHECK(answer == wait_status::timed_out);
  CHECK(steady_clock::now() - began >= milliseconds(19));
}

TEST_CASE("native_memory: a wait for a value that is gone does not sleep") {
  const watchdog limit("changed");
  std::uint32_t word = 1;
  CHECK(native_memory::wait(&word, 0, wait_forever) == wait_status::changed);
}

TEST_CASE("native_memory: wakes reach those who wait") {
  const watchdog limit("woken");
  std::uint32_t word = 0;
  std::atomic<unsigned> awake{0};
  std::thread first([&] {
    while (load(word) == 0) native_memory::wait(&word, 0, wait_forever);
    ++awake;
  });
  std::thread second([&] {
    while (load(word) == 0) native_memory::wait(&word, 0, wait_forever);
    ++awake;
  });
  std::this_thread::sleep_for(milliseconds(20));
  CHECK(awake == 0);
  store(word, 1);
  native_memory::wake(&word, 2);
  first.join();
  second.join();
  CHECK(awake == 2);
}

// A word that parent and child pass to and fro: each round is a sleep and a wake on both sides.
TEST_CASE("shared_native_memory: wakes reach another process") {
  constexpr std::uint32_t rounds = 2'000;
  void* const page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(page != MAP_FAILED);
  auto& word = *static_cast<std::uint32_t*>(page);
  const auto play = [&word](std::uint32_t parity) {
    for (std::uint32_t turn = load(word); turn < rounds; turn = load(word)) {
      if (turn % 2 == parity) {
        store(word, turn + 1);
        shared_native_memory::wake(&word, 1);
      } else if (shared_native_memory::wait(&word, turn, 10'000'000'000) == wait_status::timed_out) {
        return false;
      }
    }
    return true;
  };
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(play(1) ? 0 : 1);
  CHECK(play(0));
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  CHECK(word == rounds);
  munmap(page, 4096);
}

#if defined(__linux__)
TEST_CASE("native_memory: a heavy fence that finds no memory is tried again, or replaced by the slow one") {
  const watchdog limit("heavy fence");
  unsigned expedited = 0;
  unsigned slow = 0;
  heavy_fence_by([&](int command) {  // the slow call is not available
    ++(command == MEMBARRIER_CMD_GLOBAL ? slow : expedited);
    return command == MEMBARRIER_CMD_PRIVATE_EXPEDITED && expedited == 3;
  });
  CHECK(expedited == 3);
  CHECK(slow == 2);
  heavy_fence_by([&](int command) {  // the expedited call never succeeds
    ++(command == MEMBARRIER_CMD_GLOBAL ? slow : expedited);
    return command == MEMBARRIER_CMD_GLOBAL;
  });
  CHECK(expedited == 4);
  CHECK(slow == 3);
}
#endif

TEST_CASE("native_mutex: counts contended acquisitions and the time they took") {
  const watchdog limit("mutex");
  native_mutex mutex;
  for (int i = 0; i < 100; ++i) {
    mutex.lock();
    mutex.unlock();
  }
  mutex.lock();
  CHECK(mutex.statistics().contended == 0);
  CHECK(mutex.statistics().waited_ns == 0);
  std::thread other([&] {
    mutex.lock();
    mutex.unlock();
  });
  std::this_thread::sleep_for(milliseconds(30));
  mutex.unlock();
  other.join();
  const bool taken = mutex.try_lock();
  REQUIRE(taken);
  CHECK(mutex.statistics().contended == 1);
  CHECK(mutex.statistics().waited_ns > 1'000'000);
  mutex.unlock();
}

TEST_CASE("counting_memory: a push and a pop of the Vyukov ring are two locked instructions") {
  vyukov_ring<std::uint64_t, counting_memory> ring(8);
  std::uint64_t item = 0;
  for (std::uint64_t lap = 0; lap < 20; ++lap) {
    const operation_counts before = counting_memory::counts();
    REQUIRE(ring.try_push(std::uint64_t{lap}) == push_status::ok);
    REQUIRE(ring.try_pop(item) == pop_status::ok);
    const operation_counts made = counting_memory::counts() - before;
    // A weak compare-exchange may fail for nothing, where it is a load and a conditional store.
    CHECK(made.read_modify_writes - made.failed_compare_exchanges == 2);
    if (made.failed_compare_exchanges == 0) CHECK(made == operation_counts{4, 2, 2, 0, 0});
  }
  const operation_counts before = counting_memory::counts();
  REQUIRE(ring.try_pop(item) == pop_status::empty);
  CHECK(counting_memory::counts() - before == operation_counts{2, 0, 0, 0, 0});
}

TEST_CASE("counting_memory: a push and a pop of the WPOL queue are two locked instructions") {
  wpol_in_own_region<wpol_queue<counting_memory>> queue(8);
  std::uint32_t item = 0;
  for (std::uint32_t lap = 0; lap < 20; ++lap) {
    const operation_counts before = counting_memory::counts();
    REQUIRE(queue.try_push(std::uint32_t{lap}) == push_status::ok);
    REQUIRE(queue.try_pop(item) == pop_status::ok);
    CHECK(counting_memory::counts() - before == operation_counts{6, 2, 2, 0, 0});
  }
}

TEST_CASE("counting_memory: each verb is counted, for each thread apart") {
  atomic<std::uint64_t, counting_memory> word(1);
  const operation_counts before = counting_memory::counts();
  static_cast<void>(word.load(order::relaxed));
  word.store(2, order::release);
  static_cast<void>(word.exchange(3, order::acq_rel));
  static_cast<void>(word.fetch_add(1, order::relaxed));
  std::uint64_t expected = 99;
  CHECK_FALSE(word.compare_exchange_strong(expected, 5, order::acq_rel, order::relaxed));
  CHECK(expected == 4);
  CHECK(word.compare_exchange_strong(expected, 5, order::acq_rel, order::relaxed));
  counting_memory::fence(order::seq_cst);
  counting_memory::fence(order::acquire);
  const operation_counts expected_counts{1, 1, 4, 1, 1};
  CHECK(counting_memory::counts() - before == expected_counts);
  std::thread([&] { word.store(6, order::relaxed); }).join();
  CHECK(counting_memory::counts() - before == expected_counts);
}

}  // namespace
}  // namespace schedlab
