// Tests of the Vyukov ring beyond the contract: the packed task of 16-byte slots, and an interleaving of the strong
// push that threads left to themselves hit once in millions.
#include "queues/vyukov_ring.hpp"

#include <semaphore>
#include <thread>

#include "queues/tests/catch.hpp"
#include "queues/tests/watchdog.hpp"
#include "queues/wpol/packed_task.hpp"

namespace schedlab {
namespace {

// The interface of the plan's task 18, as far as its types go: acquiring gives the offset of a slot, completing wants the
// sequence that goes with it, and completing a dequeue gives the task's number.
namespace plan {

constexpr std::uint32_t slot_size = 16;
constexpr std::int32_t acquired_offset(std::uint64_t position, std::uint32_t mask) {
  return static_cast<std::int32_t>((position & mask) * slot_size);
}
constexpr std::uint64_t completing_sequence(std::uint64_t position) { return position + 1; }
using completed_dequeue = std::uint32_t;

}  // namespace plan

TEST_CASE("the plan's interface: what acquire returns does not determine what complete needs") {
  constexpr std::uint32_t mask = 3;
  CHECK(plan::acquired_offset(1, mask) == plan::acquired_offset(5, mask));
  CHECK(plan::completing_sequence(1) != plan::completing_sequence(5));
  // Eight bytes go in (task, priority, flags), four come out.
  CHECK(sizeof(plan::completed_dequeue) < sizeof(packed_task));
}

TEST_CASE("packed_ring: a pop returns the whole task") {
  packed_ring ring(4);
  for (int lap = 0; lap < 5; ++lap) {
    for (std::uint32_t task = 0; task < 4; ++task) {
      const auto priority = static_cast<std::int16_t>(-30'000 + lap * 15'000);
      const auto flags = static_cast<std::uint16_t>(0xFFFF - task);
      REQUIRE(ring.try_push({0xFFFFFFF0u + task, priority, flags}) == push_status::ok);
    }
    REQUIRE(ring.try_push({0, 0, 0}) == push_status::full);
    for (std::uint32_t task = 0; task < 4; ++task) {
      packed_task popped{};
      REQUIRE(ring.try_pop(popped) == pop_status::ok);
      CHECK(popped.task == 0xFFFFFFF0u + task);
      CHECK(popped.priority == -30'000 + lap * 15'000);
      CHECK(popped.flags == 0xFFFF - task);
    }
    packed_task none{};
    REQUIRE(ring.try_pop(none) == pop_status::empty);
  }
}

// A place at which a thread stops until it may go on.
struct gate {
  std::binary_semaphore reached{0};
  std::binary_semaphore opened{0};
  void pass() {
    reached.release();
    opened.acquire();
  }
};

// Native memory that stops the calling thread before its next release store, or before its n-th acquire load.
struct gated_memory : native_memory {
  static inline thread_local gate* before_release_store = nullptr;
  static inline thread_local gate* before_acquire_load = nullptr;
  static inline thread_local int acquire_loads_until = 0;

  template <class T>
  static T load(const T* at, order how, site where = {}) {
    if (how == order::acquire && before_acquire_load != nullptr && --acquire_loads_until == 0) {
      before_acquire_load->pass();
    }
    return native_memory::load(at, how, where);
  }
  template <class T>
  static void store(T* at, T value, order how, site where = {}) {
    if (how == order::release && before_release_store != nullptr) before_release_store->pass();
    native_memory::store(at, value, how, where);
  }
};

TEST_CASE("vyukov_ring_strong: a push whose tail is overtaken by the head does not say full") {
  const watchdog limit("overtaken tail");
  vyukov_ring_strong<std::uint64_t, gated_memory> ring(2);
  REQUIRE(ring.try_push(1) == push_status::ok);
  REQUIRE(ring.try_push(2) == push_status::ok);

  gate claimed;  // the popper has moved the head, and has not handed the slot over
  std::thread popper([&] {
    gated_memory::before_release_store = &claimed;
    std::uint64_t item = 0;
    static_cast<void>(ring.try_pop(item));
  });
  claimed.reached.acquire();

  gate looked;  // the pusher has found the slot taken, and has not yet looked at the head
  push_status answer = push_status::contended;
  std::thread pusher([&] {
    gated_memory::before_acquire_load = &looked;
    gated_memory::acquire_loads_until = 2;
    answer = ring.try_push(3);
  });
  looked.reached.acquire();
  claimed.opened.release();
  popper.join();

  std::uint64_t item = 0;
  REQUIRE(ring.try_pop(item) == pop_status::ok);
  REQUIRE(ring.try_push(4) == push_status::ok);
  REQUIRE(ring.try_pop(item) == pop_status::ok);
  looked.opened.release();
  pusher.join();
  CHECK(answer == push_status::ok);
  REQUIRE(ring.try_pop(item) == pop_status::ok);
  CHECK(item == 3);
}

}  // namespace
}  // namespace schedlab
