// A design that does not use its memory policy: the machine cannot see it, so nothing is said of it, neither clean nor refuted.
#include <deque>
#include <mutex>
#include <string>

#include "harness/verify/explore/subject_named.hpp"
#include "harness/verify/explore/verification.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "harness/verify/queues/checked_queue.hpp"
#include "harness/verify/report/verify_text.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

// Right, and taken for a data race if it were explored: its lock is none of the machine's.
template <class Item, class Memory>
class std_mutex_queue {
 public:
  static constexpr queue_traits traits{.name = "std_mutex_queue", .allocates = true, .paper = "a test"};

  explicit std_mutex_queue(std::size_t) {}

  push_status try_push(Item&& item) {
    const std::lock_guard held(mutex_);
    items_.push_back(static_cast<Item&&>(item));
    return push_status::ok;
  }
  pop_status try_pop(Item& item) {
    const std::lock_guard held(mutex_);
    if (items_.empty()) return pop_status::empty;
    item = static_cast<Item&&>(items_.front());
    items_.pop_front();
    return pop_status::ok;
  }

 private:
  std::mutex mutex_;
  std::deque<Item> items_;
};

// A push goes past Memory, a pop does not: what is found in it counts.
template <class Item, class Memory>
class half_seen_queue : public std_mutex_queue<Item, Memory> {
 public:
  using std_mutex_queue<Item, Memory>::std_mutex_queue;

  pop_status try_pop(Item& item) {
    pops_.fetch_add(1, order::relaxed);
    return std_mutex_queue<Item, Memory>::try_pop(item);
  }

 private:
  atomic<std::uint64_t, Memory> pops_{0};
};

constexpr checked_source source{"a test", "0123456789abcdef"};

}  // namespace

TEST_CASE("a_queue_that_takes_no_step_through_memory_is_not_checkable") {
  const checked_queue<std_mutex_queue> tested(source);
  CHECK_FALSE(takes_steps(tested));
  unsigned completed = 0;
  const auto found = verify_all(
      {{&tested, tested.planned(suite::quick)}}, 2, {}, [](const auto&...) {},
      [&](const verification&) { ++completed; });
  REQUIRE(found.size() == 1);
  CHECK(found[0].ended_as == verification::status::not_checkable);
  CHECK(found[0].checked.empty());
  CHECK(completed == 1);
  const std::string line = "std_mutex_queue took no step through Memory: not checkable\n";
  CHECK(text_of(found[0], extent::quick_suite, 100).starts_with(line));
  CHECK(summary_of(found, extent::quick_suite, {}, {}, 100).find("took no step through Memory") != std::string::npos);
}

TEST_CASE("one_step_through_memory_is_enough_to_be_explored") {
  const checked_queue<half_seen_queue> tested(source);
  CHECK(takes_steps(tested));
  const auto found = verify_all(
      {{&tested, tested.planned(suite::quick)}}, 2, {}, [](const auto&...) {}, [](const verification&) {});
  CHECK(found[0].ended_as == verification::status::refuted);
}

TEST_CASE("the_lab_s_own_designs_take_steps") {
  for (const queue_subject* one : all_subjects().subjects()) {
    INFO(one->name());
    CHECK((takes_steps(*one) || !one->is_sound()));
  }
  for (const subject* one : all_protocols()) CHECK(takes_steps(*one));
}
