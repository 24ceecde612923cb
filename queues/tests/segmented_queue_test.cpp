// Properties of the segmented queue that the contract does not demand: when it allocates, what it gives back, what a
// resting handle costs; and how its ring ends.
#include "queues/segmented_queue.hpp"

#include <optional>

#include "queues/tests/catch.hpp"

namespace schedlab {
namespace {

// Memory that knows how many blocks are held at the moment.
struct ledger_memory : native_memory {
  static inline std::size_t blocks = 0;
  static inline std::size_t allocations = 0;

  static void* allocate(std::size_t bytes, std::size_t alignment) {
    ++blocks;
    ++allocations;
    return native_memory::allocate(bytes, alignment);
  }
  static void deallocate(void* place, std::size_t bytes, std::size_t alignment) {
    --blocks;
    native_memory::deallocate(place, bytes, alignment);
  }
};

using queue_of_8 = segmented_queue<std::uint64_t, ledger_memory>;
constexpr std::size_t ring_size = 8;
constexpr std::size_t blocks_of_a_segment = 2;  // itself and its slots

template <class Handle>
void push(Handle& handle, std::uint64_t item) {
  REQUIRE(handle.try_push(std::uint64_t{item}) == push_status::ok);
}

template <class Handle>
std::optional<std::uint64_t> pop(Handle& handle) {
  std::uint64_t item = 0;
  const pop_status answer = handle.try_pop(item);
  if (answer != pop_status::ok) return std::nullopt;
  return item;
}

TEST_CASE("a_backlog_that_fits_one_ring_allocates_nothing", "[segmented_queue]") {
  queue_of_8 queue(ring_size);
  auto handle = queue.attach(both_role{});
  const std::size_t before = ledger_memory::allocations;
  for (std::uint64_t lap = 0; lap < 10; ++lap) {
    for (std::uint64_t i = 0; i < ring_size; ++i) push(handle, lap * ring_size + i);
    for (std::uint64_t i = 0; i < ring_size; ++i) REQUIRE(pop(handle) == lap * ring_size + i);
    REQUIRE(pop(handle) == std::nullopt);
  }
  CHECK(ledger_memory::allocations == before);
}

TEST_CASE("drained_rings_are_given_back", "[segmented_queue]") {
  queue_of_8 queue(ring_size);
  auto producer = queue.attach(producer_role{});
  auto consumer = queue.attach(consumer_role{});
  const std::size_t idle = ledger_memory::blocks;
  constexpr std::uint64_t many = 100 * ring_size;
  for (std::uint64_t i = 0; i < many; ++i) push(producer, i);
  CHECK(ledger_memory::blocks == idle + 99 * blocks_of_a_segment);
  for (std::uint64_t i = 0; i < many; ++i) REQUIRE(pop(consumer) == i);
  CHECK(pop(consumer) == std::nullopt);
  CHECK(ledger_memory::blocks == idle);
}

TEST_CASE("a_handle_that_rests_keeps_its_ring_alive_and_no_other", "[segmented_queue]") {
  queue_of_8 queue(ring_size);
  auto at_work = queue.attach(both_role{});
  const std::size_t idle = ledger_memory::blocks;
  {
    auto resting = queue.attach(consumer_role{});
    const std::size_t with_record = ledger_memory::blocks;
    push(at_work, 0);
    REQUIRE(pop(resting) == 0);
    for (std::uint64_t i = 0; i < 100 * ring_size; ++i) push(at_work, i);
    for (std::uint64_t i = 0; i < 100 * ring_size; ++i) REQUIRE(pop(at_work) == i);
    CHECK(pop(at_work) == std::nullopt);
    CHECK(ledger_memory::blocks == with_record + blocks_of_a_segment);
    CHECK(pop(resting) == std::nullopt);
    push(at_work, 7);
    CHECK(pop(resting) == 7);
  }
  // The ring that it left is freed when the next ring is retired, and its record serves the next handle.
  for (std::uint64_t i = 0; i < 2 * ring_size; ++i) push(at_work, i);
  for (std::uint64_t i = 0; i < 2 * ring_size; ++i) REQUIRE(pop(at_work) == i);
  CHECK(pop(at_work) == std::nullopt);
  const std::size_t before = ledger_memory::blocks;
  CHECK(before == idle + 1);
  auto another = queue.attach(consumer_role{});
  CHECK(ledger_memory::blocks == before);
}

TEST_CASE("everything_is_given_back_at_the_end", "[segmented_queue]") {
  const std::size_t before = ledger_memory::blocks;
  {
    queue_of_8 queue(ring_size);
    auto producer = queue.attach(producer_role{});
    auto consumer = queue.attach(consumer_role{});
    for (std::uint64_t i = 0; i < 10 * ring_size; ++i) push(producer, i);
    for (std::uint64_t i = 0; i < 5 * ring_size; ++i) REQUIRE(pop(consumer) == i);
  }
  CHECK(ledger_memory::blocks == before);
}

TEST_CASE("a_closed_ring_gives_out_what_it_holds_and_then_ends", "[claim_ring]") {
  using ring = claim_ring<std::uint64_t>;
  for (const std::size_t capacity : {1u, 2u, 8u}) {
    for (std::uint64_t laps = 0; laps < 3; ++laps) {
      ring tested(capacity);
      std::uint64_t item = 0;
      std::uint64_t stopped_at = 0;
      for (std::uint64_t i = 0; i < laps * capacity; ++i) {
        REQUIRE(tested.push(std::uint64_t{i}, true, stopped_at) == ring::found_at_push::room);
        REQUIRE(tested.pop(item, stopped_at) == ring::found_at_pop::item);
      }
      for (std::uint64_t i = 0; i < capacity; ++i) {
        REQUIRE(tested.push(std::uint64_t{i}, false, stopped_at) == ring::found_at_push::room);
      }
      REQUIRE(tested.push(99, false, stopped_at) == ring::found_at_push::no_room);
      REQUIRE(tested.push(99, true, stopped_at) == ring::found_at_push::closed);
      for (std::uint64_t i = 0; i < capacity; ++i) {
        // Room does not open it again.
        REQUIRE(tested.push(99, false, stopped_at) == ring::found_at_push::closed);
        REQUIRE(tested.pop(item, stopped_at) == ring::found_at_pop::item);
        REQUIRE(item == i);
      }
      REQUIRE(tested.pop(item, stopped_at) == ring::found_at_pop::the_end);
      REQUIRE(tested.push(99, true, stopped_at) == ring::found_at_push::closed);
      REQUIRE(tested.pop(item, stopped_at) == ring::found_at_pop::the_end);
    }
  }
}

}  // namespace
}  // namespace schedlab
