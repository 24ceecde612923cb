// Tests that the contract scenarios for priorities, and for relaxed orders, can fail: each fault of a broken queue is
// found, and is named for what it is.
#include <cstdint>
#include <list>
#include <mutex>

#include "harness/tests/says.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/contract_priority.hpp"
#include "queues/tests/contract_sequential.hpp"
#include "queues/tests/watchdog.hpp"

namespace schedlab {
namespace {

using contract::violation;

// One fault at a time in an otherwise right priority queue.
enum class slip {
  none,
  youngest_of_equals_first,
  lowest_first,
  compares_differences,  // the differences overflow
  compares_as_unsigned,
  plain_push_is_urgent,
  second_first_now_and_then,
  loses_one_now_and_then,
};

template <slip Slip>
class slipping_priority_queue {
 public:
  static constexpr queue_traits traits{
      .name = "slipping_priority_queue", .order = item_order::highest_first, .allocates = true};

  explicit slipping_priority_queue(std::size_t) {}

  push_status try_push(std::uint64_t&& item) {
    return try_push(std::uint64_t{item}, Slip == slip::plain_push_is_urgent ? 1 : 0);
  }

  push_status try_push(std::uint64_t&& item, item_priority priority) {
    const std::lock_guard held(mutex_);
    if (Slip == slip::loses_one_now_and_then && ++pushes_ % 1000 == 0) return push_status::ok;
    auto place = items_.begin();
    while (place != items_.end() && !comes_before(priority, place->priority)) ++place;
    items_.insert(place, {item, priority});
    return push_status::ok;
  }

  pop_status try_pop(std::uint64_t& item) {
    const std::lock_guard held(mutex_);
    if (items_.empty()) return pop_status::empty;
    const bool second = Slip == slip::second_first_now_and_then && items_.size() > 1 && ++pops_ % 100 == 0;
    const auto next = second ? std::next(items_.begin()) : items_.begin();
    item = next->item;
    items_.erase(next);
    return pop_status::ok;
  }

 private:
  struct held_item {
    std::uint64_t item;
    item_priority priority;
  };

  static bool comes_before(item_priority a, item_priority b) {
    switch (Slip) {
      case slip::youngest_of_equals_first:
        return a >= b;
      case slip::lowest_first:
        return a < b;
      case slip::compares_differences:
        return static_cast<item_priority>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b)) > 0;
      case slip::compares_as_unsigned:
        return static_cast<std::uint32_t>(a) > static_cast<std::uint32_t>(b);
      default:
        return a > b;
    }
  }

  std::mutex mutex_;
  std::list<held_item> items_;
  std::uint64_t pushes_ = 0;
  std::uint64_t pops_ = 0;
};

template <slip Slip>
violation in_order() {
  return contract::most_urgent_first<slipping_priority_queue<Slip>, std::uint64_t>();
}

template <slip Slip>
violation walk() {
  return contract::priorities_agree_with_model<slipping_priority_queue<Slip>, std::uint64_t>();
}

template <slip Slip>
violation traffic() {
  const watchdog limit("broken priority queue");
  return contract::urgent_items_overtake<slipping_priority_queue<Slip>, std::uint64_t>(2, 2, 4'000);
}

TEST_CASE("broken priorities: nothing is wrong with a right queue") {
  CHECK_FALSE(in_order<slip::none>());
  CHECK_FALSE(walk<slip::none>());
  CHECK_FALSE(traffic<slip::none>());
}

TEST_CASE("broken priorities: one thread finds each slip") {
  CHECK(says(in_order<slip::youngest_of_equals_first>(), "equal priorities: got 2 of priority -1 instead of 0"));
  CHECK(says(walk<slip::youngest_of_equals_first>(), "instead of"));
  CHECK(says(in_order<slip::lowest_first>(), "rising priorities: got 0 of priority 0 instead of 2 of priority 2"));
  CHECK(says(walk<slip::lowest_first>(), "instead of"));
  CHECK(says(in_order<slip::compares_differences>(), "repeating priorities"));
  CHECK(says(walk<slip::compares_differences>(), "instead of"));
  CHECK(says(in_order<slip::compares_as_unsigned>(), "falling priorities"));
  CHECK(says(walk<slip::compares_as_unsigned>(), "instead of"));
  CHECK(says(walk<slip::plain_push_is_urgent>(), "instead of"));
  CHECK(says(in_order<slip::second_first_now_and_then>(), "past 1 items where 0 are allowed"));
}

TEST_CASE("broken priorities: many threads find each slip") {
  CHECK(says(traffic<slip::youngest_of_equals_first>(), "out of order"));
  CHECK(says(traffic<slip::lowest_first>(), "with no push under way"));
  CHECK(says(traffic<slip::compares_as_unsigned>(), "with no push under way"));
  CHECK(says(traffic<slip::second_first_now_and_then>(), "out of order"));
  CHECK(says(traffic<slip::loses_one_now_and_then>(), "lost"));
}

// Passes over two items as often as it can, and says that it passes over as many as `Promised`.
template <std::uint32_t Promised>
class third_first {
 public:
  static constexpr queue_traits traits{.name = "third_first", .order = item_order::fifo, .relaxation = Promised};

  explicit third_first(std::size_t) {}

  push_status try_push(std::uint64_t&& item) {
    items_.push_back(item);
    return push_status::ok;
  }

  pop_status try_pop(std::uint64_t& item) {
    if (items_.empty()) return pop_status::empty;
    const auto next = std::next(items_.begin(), items_.size() > 2 ? 2 : 0);
    item = *next;
    items_.erase(next);
    return pop_status::ok;
  }

 private:
  std::list<std::uint64_t> items_;
};

template <std::uint32_t Promised>
std::array<violation, 3> relaxed() {
  using queue = third_first<Promised>;
  return {contract::full_then_empty<queue, std::uint64_t>(), contract::wraps_around<queue, std::uint64_t>(),
          contract::agrees_with_model<queue, std::uint64_t>()};
}

TEST_CASE("broken relaxation: an item may pass as many as promised, and no more") {
  for (const violation& found : relaxed<1>()) CHECK(says(found, "past 2 items where 1 are allowed"));
  for (const violation& found : relaxed<2>()) CHECK_FALSE(found);
  for (const violation& found : relaxed<unbounded_relaxation>()) CHECK_FALSE(found);
}

}  // namespace
}  // namespace schedlab
