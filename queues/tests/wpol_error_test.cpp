// Tests of everything that the WPOL queue refuses: each row of the specification's error table, and what it forgot, for
// each form.
#include <set>
#include <string>

#include "queues/tests/wpol_fixture.hpp"

namespace schedlab {
namespace {

constexpr std::uint32_t capacity = 16;

TEMPLATE_LIST_TEST_CASE("wpol: a region without the magic is refused", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  TestType queue;
  CHECK(TestType::attach(region.data(), region.size(), capacity, queue) == wpol_error::invalid_magic);
  region.set<std::uint32_t>(0, 0x4C4F5057);  // the magic in the other byte order
  CHECK(TestType::attach(region.data(), region.size(), 0, queue) == wpol_error::invalid_magic);
}

template <class Owner, class Stranger>
void refuses() {
  region_bytes region(64 * 1024);
  auto queue = queue_in<Owner>(region, capacity);
  REQUIRE(queue.push(5) == wpol_error::none);
  Stranger stranger;
  CHECK(Stranger::attach(region.data(), region.size(), capacity, stranger) == wpol_error::version_mismatch);
  CHECK(Stranger::attach(region.data(), region.size(), 0, stranger) == wpol_error::version_mismatch);
  CHECK(Stranger::initialise(region.data(), region.size(), capacity) == wpol_error::version_mismatch);
  std::uint32_t slot = 0;
  REQUIRE(pop_slot(queue, slot) == wpol_error::none);  // the stranger left everything as it was
  CHECK(slot == 5);
}

TEST_CASE("wpol: each version refuses the others' regions") {
  refuses<wpol_queue_as_written<>, wpol_queue<>>();
  refuses<wpol_queue_as_written<>, wpol_queue_padded<>>();
  refuses<wpol_queue<>, wpol_queue_as_written<>>();
  refuses<wpol_queue<>, wpol_queue_padded<>>();
  refuses<wpol_queue_padded<>, wpol_queue_as_written<>>();
  refuses<wpol_queue_padded<>, wpol_queue<>>();
}

TEMPLATE_LIST_TEST_CASE("wpol: full, empty and no free slot are different errors", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  std::uint32_t slot = 0;
  CHECK(pop_slot(queue, slot) == wpol_error::empty);
  // The numbers begin at 1, because the form as written loses entry 0.
  for (std::uint32_t i = 1; i < capacity; ++i) REQUIRE(queue.push(i) == wpol_error::none);
  REQUIRE(queue.push(1) == wpol_error::none);
  CHECK(queue.push(1) == wpol_error::full);
  CHECK(queue.size() == capacity);
  for (std::uint32_t i = 0; i < capacity; ++i) REQUIRE(queue.allocate(slot) == wpol_error::none);
  CHECK(queue.allocate(slot) == wpol_error::no_free_slot);
  REQUIRE(queue.free(3) == wpol_error::none);
  REQUIRE(queue.allocate(slot) == wpol_error::none);
  CHECK(slot == 3);
}

TEMPLATE_LIST_TEST_CASE("wpol: a capacity that is 0 or no power of two is refused", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  CHECK(TestType::initialise(region.data(), region.size(), 0) == wpol_error::capacity_zero);
  for (const std::uint32_t wrong : {3u, 12u, 0xFFFFFFFFu, 0x80000001u}) {
    CHECK(TestType::initialise(region.data(), region.size(), wrong) == wpol_error::capacity_not_power_of_two);
  }
  TestType queue;  // nothing was written
  CHECK(TestType::attach(region.data(), region.size(), 0, queue) == wpol_error::invalid_magic);
}

TEMPLATE_LIST_TEST_CASE("wpol: a capacity for which the header has no room is refused", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  TestType queue;
  for (const std::uint32_t large : {1u << 29, 1u << 30, 1u << 31}) {
    CHECK(TestType::initialise(region.data(), ~std::size_t{0}, large) == wpol_error::capacity_too_large);
  }
  queue = queue_in<TestType>(region, capacity);
  region.set<std::uint32_t>(24, 1u << 29);
  CHECK(TestType::attach(region.data(), ~std::size_t{0}, 0, queue) == wpol_error::capacity_too_large);
}

TEMPLATE_LIST_TEST_CASE("wpol: a region that is too small is refused", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  const std::size_t needed = TestType::region_type::required_bytes(capacity);
  CHECK(TestType::initialise(region.data(), needed - 1, capacity) == wpol_error::region_too_small);
  CHECK(TestType::initialise(region.data(), 0, capacity) == wpol_error::region_too_small);
  CHECK(TestType::initialise(region.data(), needed, 1u << 28) == wpol_error::region_too_small);
  REQUIRE(TestType::initialise(region.data(), needed, capacity) == wpol_error::none);
  TestType queue;
  CHECK(TestType::attach(region.data(), needed - 1, capacity, queue) == wpol_error::region_too_small);
  CHECK(TestType::attach(region.data(), 63, capacity, queue) == wpol_error::region_too_small);
}

TEMPLATE_LIST_TEST_CASE("wpol: a region that is not aligned is refused", "", wpol_forms) {
  region_bytes region(64 * 1024);
  TestType queue;
  for (const std::size_t offset : {std::size_t{1}, std::size_t{8}, std::size_t{32}}) {
    void* const crooked = static_cast<unsigned char*>(region.data()) + offset;
    CHECK(TestType::initialise(crooked, region.size() - 64, capacity) == wpol_error::region_misaligned);
    CHECK(TestType::attach(crooked, region.size() - 64, capacity, queue) == wpol_error::region_misaligned);
  }
}

TEMPLATE_LIST_TEST_CASE("wpol: another capacity than asked for is refused", "", wpol_forms) {
  region_bytes region = region_for<TestType>(2 * capacity);
  auto queue = queue_in<TestType>(region, capacity);
  CHECK(TestType::attach(region.data(), region.size(), 2 * capacity, queue) == wpol_error::capacity_mismatch);
  CHECK(TestType::initialise(region.data(), region.size(), 2 * capacity) == wpol_error::capacity_mismatch);
  REQUIRE(TestType::attach(region.data(), region.size(), 0, queue) == wpol_error::none);  // 0 accepts any
  CHECK(queue.capacity() == capacity);
}

TEMPLATE_LIST_TEST_CASE("wpol: a damaged header does not lead out of the region", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  region.set<std::uint32_t>(24, 2 * capacity);
  CHECK(TestType::attach(region.data(), region.size(), 0, queue) == wpol_error::region_too_small);
  region.set<std::uint32_t>(24, 0);
  CHECK(TestType::attach(region.data(), region.size(), 0, queue) == wpol_error::capacity_zero);
  region.set<std::uint32_t>(24, 7);
  CHECK(TestType::attach(region.data(), region.size(), 0, queue) == wpol_error::capacity_not_power_of_two);
}

TEMPLATE_LIST_TEST_CASE("wpol: a slot that does not exist is refused", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  for (const std::uint32_t slot : {capacity, capacity + 1, 0xFFFFFFFFu}) {
    CHECK(queue.push(slot) == wpol_error::slot_out_of_range);
    CHECK(queue.free(slot) == wpol_error::slot_out_of_range);
  }
  CHECK(queue.size() == 0);
}

TEMPLATE_LIST_TEST_CASE("wpol: a slot is not freed twice", "", wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  CHECK(queue.free(4) == wpol_error::slot_not_allocated);  // never allocated
  std::uint32_t slot = 0;
  REQUIRE(queue.allocate(slot) == wpol_error::none);
  REQUIRE(queue.free(slot) == wpol_error::none);
  CHECK(queue.free(slot) == wpol_error::slot_not_allocated);
  CHECK(queue.allocated() == 0);
  std::set<std::uint32_t> owned;
  for (std::uint32_t i = 0; i < capacity; ++i) {
    REQUIRE(queue.allocate(slot) == wpol_error::none);
    CHECK(owned.insert(slot).second);
  }
  CHECK(queue.allocate(slot) == wpol_error::no_free_slot);
}

TEMPLATE_LIST_TEST_CASE("wpol: a region that somebody else is initialising is left alone", "", repaired_wpol_forms) {
  region_bytes region = region_for<TestType>(capacity);
  region.set<std::uint32_t>(0, wpol_initialising);
  TestType queue;
  CHECK(TestType::attach(region.data(), region.size(), capacity, queue) == wpol_error::being_initialised);
  CHECK(TestType::initialise(region.data(), region.size(), capacity) == wpol_error::being_initialised);
  CHECK(region.template at<std::uint32_t>(4) == 0);
  // The test does what the message says for an initialiser that died.
  region.set<std::uint32_t>(0, 0);
  CHECK(TestType::initialise(region.data(), region.size(), capacity) == wpol_error::none);
}

TEST_CASE("wpol as written: a region that somebody else is initialising is refused") {
  using form = wpol_queue_as_written<>;
  region_bytes region = region_for<form>(capacity);
  region.set<std::uint32_t>(0, wpol_initialising);
  CHECK(form::initialise(region.data(), region.size(), capacity) == wpol_error::being_initialised);
}

// A thread that meets this word loses every race.
struct unlucky_memory : native_memory {
  static inline thread_local bool unlucky = false;
  template <class T>
  static bool compare_exchange(T* at, T& expected, T desired, order success, order failure, bool weak,
                               site where = {}) {
    return !unlucky && native_memory::compare_exchange(at, expected, desired, success, failure, weak, where);
  }
};

TEMPLATE_TEST_CASE("wpol: past the retry limit the answer is contended, and nothing has happened", "",
                   wpol_queue_as_written<unlucky_memory>, wpol_queue<unlucky_memory>, wpol_queue_padded<unlucky_memory>,
                   wpol_queue_backoff<unlucky_memory>) {
  region_bytes region = region_for<TestType>(capacity);
  auto queue = queue_in<TestType>(region, capacity);
  std::uint32_t slot = 0;
  REQUIRE(queue.push(5) == wpol_error::none);
  unlucky_memory::unlucky = true;
  CHECK(queue.push(6) == wpol_error::contended);
  CHECK(pop_slot(queue, slot) == wpol_error::contended);
  CHECK(queue.allocate(slot) == wpol_error::contended);
  unlucky_memory::unlucky = false;
  CHECK(queue.size() == 1);
  CHECK(queue.allocated() == 0);
  REQUIRE(pop_slot(queue, slot) == wpol_error::none);
  CHECK(slot == 5);
  CHECK(pop_slot(queue, slot) == wpol_error::empty);
}

TEST_CASE("wpol: every error has a message of its own") {
  std::set<std::string> messages;
  for (auto error = wpol_error::none; error <= wpol_error::number_out_of_range;
       error = static_cast<wpol_error>(static_cast<int>(error) + 1)) {
    CHECK(messages.insert(message(error)).second);
  }
  CHECK(messages.count("unknown error") == 0);
}

}  // namespace
}  // namespace schedlab
