// Tests of where the WPOL queue puts things: the specification's offsets, byte for byte, and the fields of a task slot.
#include <cstddef>

#include "queues/tests/wpol_fixture.hpp"

namespace schedlab {
namespace {

constexpr std::uint32_t capacity = 8;
constexpr std::size_t ring_at = 64;
constexpr std::size_t slots_at = ring_at + capacity * 8;

TEMPLATE_TEST_CASE("wpol: the header lies where the specification says", "", wpol_queue_as_written<>, wpol_queue<>) {
  region_bytes region = region_for<TestType>(capacity);
  CHECK(region.size() == 64 + capacity * 8 + capacity * 64);
  auto queue = queue_in<TestType>(region, capacity);
  CHECK(region.at<std::uint32_t>(0) == 0x57504F4C);
  CHECK(region.at<std::uint32_t>(4) == TestType::version);
  CHECK(region.at<std::uint32_t>(24) == capacity);
  CHECK(region.at<std::uint32_t>(28) == capacity - 1);
  CHECK(region.at<std::uint32_t>(40) == slots_at);

  std::uint32_t first = 99;
  std::uint32_t second = 99;
  REQUIRE(queue.allocate(first) == wpol_error::none);
  REQUIRE(queue.allocate(second) == wpol_error::none);
  CHECK(first == 0);
  CHECK(second == 1);
  CHECK(region.at<std::uint32_t>(32) == 2);             // allocated
  CHECK((region.at<std::uint32_t>(48) & 0xFFFF) == 2);  // the free list goes on with the third
  REQUIRE(queue.push(second) == wpol_error::none);
  CHECK(region.at<std::uint64_t>(8) == 0);
  CHECK(region.at<std::uint64_t>(16) == 1);
  const std::uint64_t expected_entry = TestType::version == 1 ? second : second + 1;
  CHECK(region.at<std::uint64_t>(ring_at) == expected_entry);
  std::uint32_t popped = 99;
  REQUIRE(pop_slot(queue, popped) == wpol_error::none);
  CHECK(popped == second);
  CHECK(region.at<std::uint64_t>(8) == 1);
}

TEMPLATE_TEST_CASE("wpol: task slots are 64 bytes with fields where the specification says", "",
                   wpol_queue_as_written<>, wpol_queue<>) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  for (std::uint32_t i = 0; i < capacity; ++i) {
    const std::size_t slot_at = slots_at + i * 64;
    CHECK(region.at<std::uint32_t>(slot_at) == 0);
    if (i + 1 < capacity) CHECK(region.at<std::uint32_t>(slot_at + 4) == i + 1);
    std::uint32_t slot = 99;
    REQUIRE(queue.allocate(slot) == wpol_error::none);
    REQUIRE(slot == i);
    auto fields = queue.slot(slot);
    fields.set_task_id(0xA0000000 + i);
    fields.set_priority(0xB0000000 + i);
    fields.set_timestamp(0xC000000000000000 + i);
    fields.set_method(0xD0000000 + i);
    CHECK(region.at<std::uint32_t>(slot_at) == 1);
    CHECK(region.at<std::uint32_t>(slot_at + 4) == 0xA0000000 + i);
    CHECK(region.at<std::uint32_t>(slot_at + 8) == 0xB0000000 + i);
    CHECK(region.at<std::uint64_t>(slot_at + 16) == 0xC000000000000000 + i);
    CHECK(region.at<std::uint32_t>(slot_at + 24) == 0xD0000000 + i);
    CHECK(region.at<std::uint32_t>(slot_at + 28) == 1);
  }
}

TEMPLATE_LIST_TEST_CASE("wpol: a slot's fields survive until it is freed", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  std::uint32_t slot = 0;
  REQUIRE(queue.allocate(slot) == wpol_error::none);  // slot 0, which the form as written cannot carry
  REQUIRE(queue.allocate(slot) == wpol_error::none);
  queue.slot(slot).set_task_id(7);
  queue.slot(slot).set_priority(8);
  queue.slot(slot).set_timestamp(9);
  queue.slot(slot).set_method(10);
  REQUIRE(queue.push(slot) == wpol_error::none);
  CHECK(queue.size() == 1);
  std::uint32_t popped = 0;
  REQUIRE(pop_slot(queue, popped) == wpol_error::none);
  REQUIRE(popped == slot);
  CHECK(queue.slot(popped).task_id() == 7);
  CHECK(queue.slot(popped).priority() == 8);
  CHECK(queue.slot(popped).timestamp() == 9);
  CHECK(queue.slot(popped).method() == 10);
  CHECK(queue.slot(popped).reference_count() == 1);
  CHECK(queue.slot(popped).add_reference() == 2);
  CHECK(queue.slot(popped).drop_reference() == 1);
  CHECK(queue.slot(popped).drop_reference() == 0);
  CHECK(queue.allocated() == 2);
  REQUIRE(queue.free(popped) == wpol_error::none);
  CHECK(queue.allocated() == 1);
  CHECK(queue.size() == 0);
}

TEST_CASE("wpol as written: the priority travels in the entry") {
  using form = wpol_queue_as_written<>;
  region_bytes region = region_for<form>(capacity);
  auto queue = queue_in<form>(region, capacity);
  REQUIRE(queue.push(0, 5) == wpol_error::none);
  CHECK(region.at<std::uint64_t>(ring_at) == std::uint64_t{5} << 32);
  std::uint32_t slot = 99;
  std::uint32_t priority = 99;
  REQUIRE(queue.pop(slot, priority) == wpol_error::none);
  CHECK(slot == 0);
  CHECK(priority == 5);
  CHECK(region.at<std::uint64_t>(ring_at) == 0);
}

TEMPLATE_TEST_CASE("wpol: the padded forms keep head, tail and ring on lines of their own", "", wpol_queue_padded<>,
                   wpol_queue_backoff<>) {
  region_bytes region = region_for<TestType>(capacity);
  CHECK(region.size() == 192 + capacity * 8 + capacity * 64);
  auto queue = queue_in<TestType>(region, capacity);
  REQUIRE(queue.push(3) == wpol_error::none);
  CHECK(region.at<std::uint64_t>(64) == 0);
  CHECK(region.at<std::uint64_t>(128) == 1);
  CHECK(region.at<std::uint64_t>(192) == 4);
  CHECK(region.at<std::uint32_t>(40) == 192 + capacity * 8);
  CHECK(region.at<std::uint32_t>(4) == 3);
}

// A tag of 48 bits where the index leaves room for it, 32 otherwise; either way every change of the head counts it up.
TEMPLATE_LIST_TEST_CASE("wpol: the free list's head carries a tag", "", repaired_wpol_forms) {
  for (const auto& [slots, index_bits] : {std::pair{1u << 15, 16u}, std::pair{1u << 16, 32u}}) {
    region_bytes region = region_for<TestType>(slots);
    auto queue = queue_in<TestType>(region, slots);
    CHECK(region.template at<std::uint64_t>(48) == 0);
    std::uint32_t slot = 99;
    for (std::uint64_t round = 0; round < 3; ++round) {
      REQUIRE(queue.allocate(slot) == wpol_error::none);
      CHECK(slot == 0);
      CHECK(region.template at<std::uint64_t>(48) == ((2 * round + 1) << index_bits | 1));
      REQUIRE(queue.free(slot) == wpol_error::none);
      CHECK(region.template at<std::uint64_t>(48) == (2 * round + 2) << index_bits);
    }
    for (std::uint32_t i = 0; i < slots; ++i) REQUIRE(queue.allocate(slot) == wpol_error::none);
    CHECK(queue.allocate(slot) == wpol_error::no_free_slot);
    CHECK(queue.allocated() == slots);
  }
}

}  // namespace
}  // namespace schedlab
