// Tests of the WPOL queue at the edges of what it carries and counts: numbers that are no entries, hints that lag by more
// than half of all laps, a tag that wraps.
#include <vector>

#include "queues/tests/wpol_fixture.hpp"

namespace schedlab {
namespace {

constexpr std::uint32_t capacity = 4;
constexpr std::uint32_t no_number = 0xFFFFFFFF;

// Moves several rounds of items in and out, in order.
template <class Wpol>
bool goes_on(Wpol& queue) {
  std::uint32_t found = 0;
  for (std::uint32_t number = 0; number < 5 * capacity; ++number) {
    if (queue.push_number(number) != wpol_error::none || queue.pop(found) != wpol_error::none || found != number) {
      return false;
    }
  }
  return queue.pop(found) == wpol_error::empty && queue.size() == 0;
}

TEMPLATE_LIST_TEST_CASE("wpol: the number that no entry can hold is refused, and nothing wedges", "",
                        repaired_wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  CHECK(queue.push_number(no_number) == wpol_error::number_out_of_range);
  CHECK(goes_on(queue));
  CHECK(queue.push_number(no_number - 1) == wpol_error::none);
  std::uint32_t found = 0;
  CHECK(queue.pop(found) == wpol_error::none);
  CHECK(found == no_number - 1);
  const std::vector<std::uint32_t> batch{0, no_number - 1, no_number, 3};
  CHECK(queue.push_number_batch(batch.data(), 4) == 2);
  CHECK(queue.push_number_batch(batch.data() + 2, 2) == 0);
  std::vector<std::uint32_t> out(4);
  REQUIRE(queue.pop_batch(out.data(), 4) == 2);
  CHECK(out[0] == 0);
  CHECK(out[1] == no_number - 1);
  CHECK(goes_on(queue));
}

TEMPLATE_LIST_TEST_CASE("wpol: a batch of slots ends before one that does not exist", "", repaired_wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  for (const std::uint32_t wrong : {capacity, no_number - 1, no_number}) {
    const std::vector<std::uint32_t> batch{capacity - 1, wrong, 0};
    CHECK(queue.push_batch(batch.data(), 3) == 1);
    std::uint32_t slot = 0;
    CHECK(queue.pop(slot) == wpol_error::none);
    CHECK(slot == capacity - 1);
    CHECK(goes_on(queue));
  }
}

// A thread that reads a hint and then sleeps finds the entries where they are by then.
TEMPLATE_LIST_TEST_CASE("wpol: a hint may lag by any number of laps below 2^32", "", repaired_wpol_forms) {
  using layout = std::conditional_t<TestType::version == 3, wpol_padded_layout, wpol_specified_layout>;
  for (const std::uint64_t laps : {1ull << 31, (1ull << 31) + 1, (1ull << 32) - 2}) {
    region_bytes region = region_for<TestType>(capacity);
    auto queue = queue_in<TestType>(region, capacity);
    for (std::uint32_t i = 0; i < capacity; ++i) region.set<std::uint64_t>(layout::ring + i * 8, laps << 32);
    INFO(laps << " laps");
    std::uint32_t found = 99;
    CHECK(queue.pop(found) == wpol_error::empty);
    for (std::uint32_t i = 0; i < capacity; ++i) CHECK(queue.push_number(i) == wpol_error::none);
    CHECK(queue.push_number(0) == wpol_error::full);
    region.set<std::uint64_t>(layout::head, 0);
    for (std::uint32_t i = 0; i < capacity; ++i) {
      REQUIRE(queue.pop(found) == wpol_error::none);
      CHECK(found == i);
    }
    CHECK(queue.pop(found) == wpol_error::empty);
  }
}

// The tag stands above the index, 16 bits wide at this capacity.
TEMPLATE_LIST_TEST_CASE("wpol: the tag of the free list wraps", "", repaired_wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  region.set<std::uint64_t>(48, ~std::uint64_t{0xFFFF} | region.template at<std::uint64_t>(48));
  for (int round = 0; round < 3; ++round) {
    std::uint32_t slot = 99;
    for (std::uint32_t i = 0; i < capacity; ++i) REQUIRE(queue.allocate(slot) == wpol_error::none);
    CHECK(queue.allocate(slot) == wpol_error::no_free_slot);
    for (std::uint32_t i = 0; i < capacity; ++i) REQUIRE(queue.free(i) == wpol_error::none);
  }
  CHECK(region.template at<std::uint64_t>(48) >> 16 < 64);
}

}  // namespace
}  // namespace schedlab
