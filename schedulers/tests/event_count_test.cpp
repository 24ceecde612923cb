// The event count natively: what it costs among a thousand workers, and that no thread waits for one that lost its CPU.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <thread>

#include "queues/memory/counting_memory.hpp"
#include "queues/tests/catch.hpp"
#include "schedulers/idle/event_count.hpp"

using namespace schedlab;

namespace {

using standing = event_count<native_memory>::standing;

// Native memory in which one thread can be held up whenever it has changed something.
struct held_memory : native_memory {
  static inline thread_local bool is_slow = false;
  static inline std::atomic<bool> somebody_is_held{false};

  static void hold_up() {
    if (!is_slow) return;
    somebody_is_held = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  template <class T>
  static bool compare_exchange(T* at, T& expected, T desired, order success, order failure, bool weak, site = {}) {
    const bool done = native_memory::compare_exchange(at, expected, desired, success, failure, weak);
    hold_up();
    return done;
  }
  template <class T>
  static T fetch_add(T* at, T amount, order how, site = {}) {
    const T before = native_memory::fetch_add(at, amount, how);
    hold_up();
    return before;
  }
};

// Whether worker 0 of a few is among the sleepers.
template <class Memory>
bool is_asleep(const event_count<Memory>& events) {
  const std::uint64_t* bits = nullptr;
  struct {
    const std::uint64_t*& bits;
    void operator()(const char*, const void*, std::size_t) const {}
    void operator()(const char* array, std::size_t, const char*, const void* at, std::size_t) const {
      if (std::string_view(array) == "sleepers") bits = static_cast<const std::uint64_t*>(at);
    }
  } visit{bits};
  events.describe(visit);
  return (__atomic_load_n(bits, __ATOMIC_ACQUIRE) & 1) != 0;
}

}  // namespace

TEST_CASE("a_worker_with_a_job_in_hand_does_not_wait_for_the_thread_that_wakes_it") {
  for (const bool in_person : {false, true}) {
    event_count<held_memory> events(1, 1);
    const auto idle = events.fall_idle();
    events.prepare(0, idle.counted_as);
    held_memory::somebody_is_held = false;
    std::thread waker([&] {
      held_memory::is_slow = true;
      in_person ? events.wake(0) : events.wake_one();
    });
    // It is held up three or four times, between any two of its steps.
    while (!held_memory::somebody_is_held) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    const auto began = std::chrono::steady_clock::now();
    const auto is = events.cancel(0);
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::milliseconds(100));
    (void)events.get_up(is);
    waker.join();
    CHECK(events.is_at_rest());
  }
}

TEST_CASE("a_call_that_comes_late_ends_no_later_sleep") {
  event_count<held_memory> events(1, 1);
  events.prepare(0, events.fall_idle().counted_as);
  std::thread waker([&] {
    held_memory::is_slow = true;
    events.wake(0);
  });
  while (is_asleep(events)) std::this_thread::yield();
  // The bit is claimed, but its worker is not called yet.
  REQUIRE(events.cancel(0) == event_count<held_memory>::standing::searching);
  (void)events.get_up(event_count<held_memory>::standing::searching);
  std::atomic<bool> slept{false};
  std::thread sleeper([&] {
    events.prepare(0, events.fall_idle().counted_as);
    events.commit(0);
    slept = true;
    (void)events.get_up(event_count<held_memory>::standing::searching);
  });
  waker.join();  // its call has come
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK_FALSE(slept);
  events.wake(0);
  sleeper.join();
  CHECK(slept);
  CHECK(events.is_at_rest());
}

TEST_CASE("a_sleeper_among_a_thousand_is_found_in_a_few_steps") {
  constexpr unsigned workers = 1024;
  event_count<counting_memory> events(workers, workers / 2);
  const unsigned last = workers - 1;
  events.prepare(last, event_count<counting_memory>::standing::up);
  const operation_counts before = counting_memory::counts();
  events.wake_one();
  const operation_counts took = counting_memory::counts() - before;
  CHECK(took.loads < 24);
  CHECK(took.read_modify_writes < 8);
  events.commit(last);  // does not sleep
  (void)events.get_up(event_count<counting_memory>::standing::searching);
  CHECK(events.is_at_rest());
}

TEST_CASE("only_the_last_to_fall_idle_is_told_that_all_are") {
  constexpr unsigned workers = 100;
  event_count<> events(workers, workers / 2);
  for (unsigned who = 0; who < workers; ++who) {
    const auto idle = events.fall_idle();
    CHECK(idle.everybody_is_idle == (who + 1 == workers));
    CHECK(idle.counted_as == (who < workers / 2 ? standing::searching : standing::at_hand));
  }
  (void)events.get_up(standing::at_hand);
  CHECK(events.fall_idle().everybody_is_idle);
  // A sleeping worker is idle.
  events.prepare(70, standing::at_hand);
  CHECK_FALSE(events.get_up(standing::searching));
  CHECK(events.fall_idle().everybody_is_idle);
}

TEST_CASE("every_sleeper_can_be_woken_in_person_and_all_at_once") {
  constexpr unsigned workers = 130;  // three words of sleepers, the last one partly used
  for (const wake_fences fences : {wake_fences::asymmetric, wake_fences::symmetric}) {
    event_count<> events(workers, workers, fences);
    const auto lie_down = [&](unsigned who) { events.prepare(who, events.fall_idle().counted_as); };
    const auto is_woken = [&](unsigned who) {
      const bool was = events.cancel(who) == standing::searching;
      if (was) (void)events.get_up(standing::searching);
      return was;
    };
    for (unsigned who = 0; who < workers; ++who) lie_down(who);
    for (const unsigned who : {0u, 63u, 64u, 129u}) {
      events.wake(who);
      CHECK(is_woken(who));
      lie_down(who);
    }
    events.wake_all();
    for (unsigned who = 0; who < workers; ++who) CHECK(is_woken(who));
    CHECK(events.is_at_rest());
  }
}
