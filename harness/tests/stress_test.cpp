// Stress runs: sound designs come out clean, planted faults and a design that is wrong are found.
#include "harness/verify/stress/stress.hpp"

#include <chrono>

#include "harness/tests/broken/faulty_queue.hpp"
#include "harness/verify/defective/chase_lev_notes.hpp"
#include "harness/verify/defective/chase_lev_stale_array.hpp"
#include "queues/as_written/chase_lev_deque_as_written.hpp"
#include "queues/as_written/wpol_queue_as_written.hpp"
#include "queues/chase_lev_deque.hpp"
#include "queues/multi_queue.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/priority_heap.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/watchdog.hpp"
#include "queues/vyukov_ring.hpp"
#include "queues/wpol/wpol_in_own_region.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

// The queue as its specification gives it, whose numbers are below the capacity: an item's number travels as the
// priority, so that each is unique and none is entry 0.
template <class Memory>
class wpol_as_written_with_priorities {
  using ring = wpol_in_own_region<wpol_queue_as_written<Memory>>;

 public:
  static constexpr queue_traits traits = ring::traits;

  explicit wpol_as_written_with_priorities(std::size_t capacity) : ring_(capacity) {}

  push_status try_push(std::uint32_t&& number) { return ring::answer(ring_.protocol().push(number % 2, number + 1)); }
  pop_status try_pop(std::uint32_t& number) {
    std::uint32_t slot = 0;
    std::uint32_t priority = 0;
    const pop_status said = ring::pop_answer(ring_.protocol().pop(slot, priority));
    if (said == pop_status::ok) number = priority - 1;
    return said;
  }

 private:
  ring ring_;
};

// A priority queue's claim over a relaxed one's answers.
template <class Memory>
class multi_queue_that_claims_to_be_exact : public multi_queue<std::uint64_t, Memory> {
 public:
  using multi_queue<std::uint64_t, Memory>::multi_queue;
  static constexpr queue_traits traits = [] {
    queue_traits claimed = multi_queue<std::uint64_t, Memory>::traits;
    claimed.relaxation = 0;
    return claimed;
  }();
};

// A strong vyukov_ring's claim over the weak one's answers.
template <class Memory>
class weak_ring_that_claims_to_be_strong : public vyukov_ring<std::uint64_t, Memory> {
 public:
  using vyukov_ring<std::uint64_t, Memory>::vyukov_ring;
  static constexpr queue_traits traits = vyukov_ring<std::uint64_t, Memory, try_strength::strong>::traits;
};

bool is_right(const stress_verdict& found) {
  UNSCOPED_INFO("seed " << found.seed << ": " << name_of(found.why.kind) << ": " << found.why.text);
  return found.right;
}

// Short rounds at small capacities, decided exactly, and longer ones.
template <class Design>
bool survives(std::size_t most_capacity = 4) {
  const watchdog limit(Design::traits.name);
  for (std::size_t capacity = 1; capacity <= most_capacity; capacity *= 2) {
    if (!is_right(stress_rounds<Design>({.threads = 4, .operations = 20, .seed = 1, .capacity = capacity}, 200))) {
      return false;
    }
    if (!is_right(stress_rounds<Design>({.threads = 4, .operations = 20'000, .seed = 1, .capacity = capacity}, 4))) {
      return false;
    }
  }
  return true;
}

// The rounds are long enough for rare faults; the seeds are of both kinds.
template <class Design>
stress_verdict long_rounds(std::size_t capacity, std::size_t rounds = 2) {
  const watchdog limit(Design::traits.name);
  return stress_rounds<Design>({.threads = 4, .operations = 200'000, .seed = 1, .capacity = capacity}, rounds);
}

template <class Design>
bool survives_long() {
  return is_right(long_rounds<Design>(2)) && is_right(long_rounds<Design>(64));
}

template <template <class, class> class Broken>
stress_verdict million() {
  const watchdog limit("a million operations");
  return stress_rounds<Broken<std::uint64_t, native_memory>>(
      {.threads = 4, .operations = 1'000'000, .seed = 2, .capacity = 64}, 2);
}

}  // namespace

TEST_CASE("stress: the roles fit the design") {
  queue_traits traits{.name = "some"};
  const auto role = [&](std::uint64_t seed, unsigned thread) {
    return stress_role_of(traits, {.threads = 4, .operations = 0, .seed = seed, .capacity = 0}, thread);
  };
  CHECK(role(1, 0) == stress_role::both);
  CHECK(role(2, 1) == stress_role::pushes);
  CHECK(role(2, 2) == stress_role::pops);
  traits.producers = multiplicity::one;
  CHECK(role(1, 0) == stress_role::pushes);
  CHECK(role(1, 1) == stress_role::pops);
  traits.consumers = multiplicity::one;
  CHECK(role(1, 2) == stress_role::idle);
}

TEST_CASE("stress: a thread dawdles once it has a seed, until it is stopped") {
  atomic<std::uint64_t, delaying_memory> number(0);
  const auto seconds = [&] {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 20'000; ++i) number.store(1, order::relaxed);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const double before = seconds();
  delaying_memory::seed_this_thread(1);
  const double dawdling = seconds();
  delaying_memory::stop_delaying();
  CHECK(dawdling > 2 * before);
  CHECK(dawdling > 2 * seconds());
}

TEST_CASE("stress: a history holds every try, and the rest that is popped") {
  const auto history = stress<mutex_queue<std::uint64_t>>({.threads = 4, .operations = 4000, .seed = 2, .capacity = 8});
  std::size_t pushed = 0;
  std::size_t popped = 0;
  for (const timed_operation& one : history) {
    if (one.call.reply == answer::ok) ++(one.call.action == verb::push ? pushed : popped);
  }
  CHECK(history.size() > 4000);
  CHECK(pushed == 2000);
  CHECK(popped == pushed);
  CHECK(history.back().call.reply == answer::empty);
}

TEST_CASE("stress: sound designs are right under delays", "[stress]") {
  CHECK(survives<mutex_queue<std::uint64_t, delaying_memory>>());
  CHECK(survives<vyukov_ring_strong<std::uint64_t, delaying_memory>>());
  CHECK(survives<vyukov_ring<std::uint64_t, delaying_memory>>());
  CHECK(survives<wpol_in_own_region<wpol_queue<delaying_memory>>>());
  CHECK(survives<priority_heap<std::uint64_t, delaying_memory>>());
  CHECK(survives<priority_heap_lowest<std::uint64_t, delaying_memory>>());
  CHECK(survives<multi_queue<std::uint64_t, delaying_memory>>());
  CHECK(survives<chase_lev_deque<std::uint64_t, delaying_memory>>());
  CHECK(survives<chase_lev_deque_fixed<std::uint64_t, delaying_memory>>());
}

TEST_CASE("stress: deques and priority queues are right for long under delays", "[stress]") {
  CHECK(survives_long<chase_lev_deque<std::uint64_t, delaying_memory>>());
  CHECK(survives_long<chase_lev_deque_fixed<std::uint64_t, delaying_memory>>());
  CHECK(survives_long<priority_heap<std::uint64_t, delaying_memory>>());
  CHECK(survives_long<priority_heap_lowest<std::uint64_t, delaying_memory>>());
  CHECK(survives_long<multi_queue<std::uint64_t, delaying_memory>>());
}

TEST_CASE("stress: a million operations of a sound queue are right", "[stress]") {
  CHECK(is_right(million<mutex_queue>()));
  CHECK(is_right(million<vyukov_ring_strong>()));
  CHECK(is_right(million<chase_lev_deque_fixed>()));
  CHECK(is_right(million<priority_heap_lowest>()));
}

TEST_CASE("stress: one fault in 100,000 operations is found and named", "[stress]") {
  CHECK(million<broken::loses_one>().why.kind == complaint::lost);
  CHECK(million<broken::doubles_one>().why.kind == complaint::doubled);
  CHECK(million<broken::reorders_one>().why.kind == complaint::out_of_order);
}

TEST_CASE("stress: a weak ring that claims to be strong is found out", "[stress]") {
  const watchdog limit("weak ring");
  using ring = weak_ring_that_claims_to_be_strong<delaying_memory>;
  const auto found = stress_rounds<ring>({.threads = 4, .operations = 20'000, .seed = 1, .capacity = 2}, 50);
  CHECK_FALSE(is_right(found));
}

TEST_CASE("stress: the WPOL queue as written is wrong with two producers and two consumers", "[stress]") {
  const watchdog limit("wpol_queue_as_written");
  using queue = wpol_as_written_with_priorities<delaying_memory>;
  const auto found = stress_rounds<queue>({.threads = 4, .operations = 1000, .seed = 1, .capacity = 2}, 500);
  CHECK_FALSE(is_right(found));
}

TEST_CASE("stress: the WPOL queue as written is right with one producer and one consumer", "[stress]") {
  const watchdog limit("wpol_queue_as_written");
  using queue = wpol_as_written_with_priorities<delaying_memory>;
  for (std::uint64_t even = 2; even <= 200; even += 2) {
    const stress_options options{.threads = 2, .operations = 20, .seed = even, .capacity = 2};
    REQUIRE(is_right(judge(queue::traits, options, stress<queue>(options))));
  }
}

TEST_CASE("stress: the Chase-Lev deque as written is wrong", "[stress]") {
  const watchdog limit("chase_lev_deque_as_written");
  using deque = chase_lev_deque_as_written<std::uint64_t, delaying_memory>;
  const auto found = stress_rounds<deque>({.threads = 3, .operations = 18, .seed = 1, .capacity = 8}, 500);
  CHECK_FALSE(is_right(found));
}

// The fault needs a thief that waits between two loads while the owner takes the rest: on average it takes two to four
// of these rounds.
TEST_CASE("stress: a thief that reads bottom before top is found in long rounds", "[stress]") {
  using bottom_first = chase_lev_notes<std::uint64_t, delaying_memory, notes_fault::bottom_first>;
  using repaired = chase_lev_notes<std::uint64_t, delaying_memory, notes_fault::none>;
  CHECK_FALSE(is_right(long_rounds<bottom_first>(2, 60)));
  CHECK(is_right(long_rounds<repaired>(2)));
}

TEST_CASE("stress: the growing Chase-Lev deque as printed is wrong", "[stress]") {
  CHECK_FALSE(is_right(long_rounds<chase_lev_stale_array<std::uint64_t, delaying_memory>>(2, 20)));
}

TEST_CASE("stress: a relaxed priority queue that claims to be exact is found out", "[stress]") {
  const auto found = long_rounds<multi_queue_that_claims_to_be_exact<delaying_memory>>(64);
  CHECK_FALSE(is_right(found));
  CHECK(found.why.kind == complaint::out_of_order);
}
