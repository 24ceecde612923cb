// The sequential machines: what goes in, what comes out, what is excused.
#include "harness/verify/history/specification.hpp"

#include <stdexcept>

#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

// Applies operations one after the other, alone.
class machine {
 public:
  explicit machine(const specification& what) : specification_(what), state_(what.initial()) {}

  bool push(std::uint64_t item, std::uint8_t thread = 0) { return done({verb::push, answer::ok, thread, item}); }
  bool pop(std::uint64_t item) { return done({verb::pop, answer::ok, 0, item}); }
  bool steal(std::uint64_t item) { return done({verb::steal, answer::ok, 0, item}); }
  bool allocate(std::uint64_t item) { return done({verb::allocate, answer::ok, 0, item}); }
  bool free(std::uint64_t item) { return done({verb::free, answer::ok, 0, item}); }
  bool says(verb asked, answer said, bool overlapped = false) { return done({asked, said, 0, 0}, overlapped); }
  bool done(const operation& what, bool overlapped = false) { return specification_.apply(state_, what, overlapped); }

  const abstract_state& state() const { return state_; }

 private:
  specification specification_;
  abstract_state state_;
};

specification ordered(ordering order, std::size_t capacity = 0) { return {.order = order, .capacity = capacity}; }

}  // namespace

TEST_CASE("specification: a bounded fifo gives the oldest, says full at its capacity and empty at nothing") {
  machine queue(ordered(ordering::fifo, 2));
  CHECK_FALSE(queue.pop(1));
  CHECK(queue.says(verb::pop, answer::empty));
  CHECK_FALSE(queue.says(verb::push, answer::full));
  CHECK(queue.push(1));
  CHECK_FALSE(queue.says(verb::pop, answer::empty));
  CHECK(queue.push(2));
  CHECK_FALSE(queue.push(3));
  CHECK(queue.says(verb::push, answer::full));
  CHECK_FALSE(queue.pop(2));
  CHECK(queue.pop(1));
  CHECK(queue.pop(2));
  CHECK(queue.says(verb::pop, answer::empty));
  CHECK_FALSE(queue.steal(2));
  CHECK_FALSE(queue.allocate(2));
}

TEST_CASE("specification: an unbounded queue is never full") {
  machine queue(ordered(ordering::fifo));
  for (std::uint64_t item = 0; item < abstract_state::most_items; ++item) CHECK(queue.push(item));
  CHECK_FALSE(queue.says(verb::push, answer::full));
  CHECK_FALSE(queue.push(99));  // no place to keep it
}

TEST_CASE("specification: each producer's items come out in its order, and producers in any") {
  machine queue(ordered(ordering::producer_fifo));
  CHECK(queue.push(1, 1));
  CHECK(queue.push(2, 0));
  CHECK(queue.push(3, 1));
  CHECK(queue.push(4, 0));
  CHECK_FALSE(queue.pop(3));
  CHECK_FALSE(queue.pop(4));
  CHECK(queue.pop(2));
  CHECK(queue.pop(4));
  CHECK(queue.pop(1));
  CHECK(queue.pop(3));
}

TEST_CASE("specification: the owner of a deque takes the youngest, a thief the oldest") {
  machine deque(ordered(ordering::deque));
  for (const std::uint64_t item : {1u, 2u, 3u}) CHECK(deque.push(item));
  CHECK_FALSE(deque.pop(1));
  CHECK_FALSE(deque.steal(3));
  CHECK(deque.pop(3));
  CHECK(deque.steal(1));
  CHECK(deque.steal(2));
  CHECK(deque.says(verb::steal, answer::empty));
  CHECK(deque.says(verb::pop, answer::empty));
}

TEST_CASE("specification: a bag gives anything") {
  machine bag(ordered(ordering::bag));
  for (const std::uint64_t item : {5u, 2u, 7u}) CHECK(bag.push(item));
  CHECK(bag.pop(7));
  CHECK_FALSE(bag.pop(7));
  CHECK(bag.pop(2));
}

TEST_CASE("specification: a priority queue gives the most urgent, and the oldest among equals") {
  machine highest(ordered(ordering::highest_first));
  machine lowest(ordered(ordering::lowest_first));
  for (const std::uint64_t item : {21u, 10u, 13u, 20u, 11u}) {
    CHECK(highest.push(item));
    CHECK(lowest.push(item));
  }
  for (const std::uint64_t item : {13u, 21u, 11u, 10u, 20u}) {
    for (const std::uint64_t other : {10u, 11u, 13u, 20u, 21u}) {
      if (other != item) CHECK_FALSE(highest.pop(other));
    }
    CHECK(highest.pop(item));
  }
  for (const std::uint64_t item : {10u, 20u, 21u, 11u, 13u}) CHECK(lowest.pop(item));
}

TEST_CASE("specification: a free list gives a slot to one holder at a time") {
  machine slots(specification::for_free_list(2));
  CHECK_FALSE(slots.free(0));
  CHECK_FALSE(slots.says(verb::allocate, answer::empty));
  CHECK(slots.allocate(1));
  CHECK_FALSE(slots.allocate(1));
  CHECK(slots.allocate(0));
  CHECK(slots.says(verb::allocate, answer::empty));
  CHECK(slots.free(1));
  CHECK_FALSE(slots.free(1));
  CHECK_FALSE(slots.free(2));
  CHECK(slots.allocate(1));
  CHECK_FALSE(slots.push(1));
  CHECK_THROWS_AS(specification::for_free_list(65), std::length_error);
}

TEST_CASE("specification: only who met somebody may have lost a race, or be told a weak answer") {
  const specification strong = ordered(ordering::fifo, 4);
  specification weak = strong;
  weak.strength = try_strength::weak;
  specification empties = strong;
  empties.may_report_empty_spuriously = true;
  const auto allows = [](const specification& what, verb asked, answer said, bool overlapped) {
    machine queue(what);
    REQUIRE(queue.push(1));
    return queue.says(asked, said, overlapped);
  };
  for (const specification& what : {strong, weak, empties}) {
    CHECK(allows(what, verb::pop, answer::contended, true));
    CHECK_FALSE(allows(what, verb::pop, answer::contended, false));
    CHECK_FALSE(allows(what, verb::pop, answer::empty, false));
    CHECK_FALSE(allows(what, verb::push, answer::full, false));
    CHECK_FALSE(allows(what, verb::push, answer::empty, true));
    CHECK_FALSE(allows(what, verb::pop, answer::full, true));
  }
  CHECK_FALSE(allows(strong, verb::push, answer::full, true));
  CHECK_FALSE(allows(strong, verb::pop, answer::empty, true));
  CHECK(allows(weak, verb::push, answer::full, true));
  CHECK(allows(weak, verb::pop, answer::empty, true));
  CHECK_FALSE(allows(empties, verb::push, answer::full, true));
  CHECK(allows(empties, verb::pop, answer::empty, true));
}

TEST_CASE("specification: states are equal, and hash equally, if they mean the same") {
  machine one(ordered(ordering::bag));
  machine other(ordered(ordering::bag));
  machine queue(ordered(ordering::fifo));
  for (const std::uint64_t item : {1u, 2u}) CHECK((one.push(item) && queue.push(item)));
  for (const std::uint64_t item : {2u, 1u}) CHECK(other.push(item, 3));
  CHECK(one.state() == other.state());
  CHECK(one.state().hash() == other.state().hash());
  machine reversed(ordered(ordering::fifo));
  for (const std::uint64_t item : {2u, 1u}) CHECK(reversed.push(item));
  CHECK_FALSE(queue.state() == reversed.state());
  CHECK(queue.state().hash() != reversed.state().hash());
  const abstract_state before = queue.state();
  CHECK_FALSE(queue.pop(2));
  CHECK(queue.state() == before);
}

TEST_CASE("specification: follows what a design declares") {
  queue_traits traits{.name = "some", .order = item_order::producer_fifo, .bounded = false};
  CHECK(specification::for_traits(traits, 8).order == ordering::producer_fifo);
  CHECK_FALSE(specification::for_traits(traits, 8).is_bounded());
  traits.bounded = true;
  traits.order = item_order::none;
  traits.strength = try_strength::weak;
  CHECK(specification::for_traits(traits, 8).capacity == 8);
  CHECK(specification::for_traits(traits, 8).order == ordering::bag);
  CHECK(specification::for_traits(traits, 8).strength == try_strength::weak);
  traits.order = item_order::lowest_first;
  CHECK(specification::for_traits(traits, 8).order == ordering::lowest_first);
  traits.relaxation = 3;
  CHECK(specification::for_traits(traits, 8).order == ordering::bag);
}
