// How a pool starts: with all its workers, or not at all.
#include <atomic>
#include <new>
#include <set>
#include <stdexcept>

#include "queues/chase_lev_deque.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/tests/catch.hpp"
#include "schedulers/global_queue_pool.hpp"
#include "schedulers/tests/contract_tools.hpp"
#include "schedulers/work_stealing_pool.hpp"

using namespace schedlab;
using scheduler_contract::comes_true;

namespace {

template <class Item, class Memory>
using deque_of = chase_lev_deque<Item, Memory>;
template <class Item, class Memory>
using queue_of = mutex_queue<Item, Memory>;

// A queue in which one of the threads finds no memory for a handle.
struct attachments {
  static inline std::atomic<int> left{0};
};
template <class Item, class Memory>
class short_of_handles : public mutex_queue<Item, Memory> {
 public:
  using mutex_queue<Item, Memory>::mutex_queue;
  template <class Role>
  short_of_handles& attach(Role) {
    if (--attachments::left < 0) throw std::bad_alloc();
    return *this;
  }
};

}  // namespace

TEST_CASE("a_worker_that_finds_no_memory_to_begin_with_is_the_makers_failure") {
  for (const int handles : {0, 1, 2}) {
    attachments::left = handles;
    CHECK_THROWS_AS(global_queue_pool<short_of_handles>({.workers = 3}), std::bad_alloc);
  }
  attachments::left = 4;
  global_queue_pool<short_of_handles> pool({.workers = 3});
  std::atomic<bool> ran{false};
  (void)pool.submit([&] { ran = true; });
  pool.drain();
  CHECK(ran);
  CHECK_THROWS_AS(pool.submit([] {}), std::bad_alloc);
}

TEST_CASE("every_worker_is_at_work_when_the_constructor_returns") {
  for (int round = 0; round < 20; ++round) {
    const global_queue_pool<queue_of> pool({.workers = 4});
    for (unsigned id = 0; id < 4; ++id) CHECK(pool.doing(id) != activity::absent);
  }
}

TEST_CASE("a_thousand_workers_sleep_wake_and_end") {
  constexpr unsigned workers = most_workers;
  for (const wake_fences fences : {wake_fences::asymmetric, wake_fences::symmetric}) {
    work_stealing_pool<deque_of> pool({.workers = workers, .stack_bytes = 256 << 10, .fences = fences});
    const auto all_sleep = [&] {
      for (unsigned id = 0; id < workers; ++id) {
        if (pool.doing(id) != activity::asleep) return false;
      }
      return true;
    };
    REQUIRE(comes_true(all_sleep));
    std::atomic<unsigned> ran{0};
    for (unsigned i = 0; i < 100; ++i) (void)pool.submit([&] { ++ran; });
    pool.drain();
    CHECK(ran == 100);
    // A pool whose tasks wait for each other sets as many workers moving.
    constexpr unsigned crowd = 200;
    std::atomic<unsigned> met{0};
    for (unsigned i = 0; i < crowd; ++i) {
      (void)pool.submit([&] {
        ++met;
        while (met < crowd) std::this_thread::yield();
      });
    }
    pool.drain();
    CHECK(met == crowd);
    pool.stop();
    CHECK(pool.statistics().adds_up());
  }
}

namespace {

// Forks within forks until one is called for want of stack; how deep that is, or `deepest`.
unsigned depth_of_the_first_call(work_stealing_pool<deque_of>& pool, unsigned deepest) {
  if (deepest == 0 || pool.statistics().sum().called > 0) return 0;
  unsigned below = 0;
  pool.fork_join([] {}, [&] { below = depth_of_the_first_call(pool, deepest - 1); });
  return below + 1;
}
unsigned depth_of_the_first_call(std::size_t stack_bytes, unsigned deepest) {
  work_stealing_pool<deque_of> pool({.workers = 1, .stack_bytes = stack_bytes});
  unsigned depth = 0;
  pool.run([&] { depth = depth_of_the_first_call(pool, deepest); });
  return depth;
}

}  // namespace

// This also holds if a sanitizer keeps the locals of a frame somewhere else, or takes a part of the stack for itself.
TEST_CASE("forks_are_called_for_want_of_stack_and_only_then") {
  CHECK(depth_of_the_first_call(std::size_t{64} << 20, 100) == 100);
  CHECK(depth_of_the_first_call(std::size_t{1} << 20, 100) == 100);
  constexpr unsigned too_deep = 1'000'000;
  const unsigned small = depth_of_the_first_call(std::size_t{4} << 20, too_deep);
  const unsigned large = depth_of_the_first_call(std::size_t{16} << 20, too_deep);
  CHECK(small > 100);
  CHECK(large < too_deep);
  CHECK(large > 3 * small);
  CHECK(large < 5 * small);
  CHECK_THROWS_AS(work_stealing_pool<deque_of>({.stack_bytes = 1000}), std::invalid_argument);
}

namespace {

thread_local volatile char thread_local_ballast[128 << 10];

}  // namespace

// The thread-locals lie at the top of its stack.
TEST_CASE("a_worker_whose_thread_locals_fill_half_its_stack_runs_out_of_none") {
  thread_local_ballast[0] = 1;
  CHECK(depth_of_the_first_call(std::size_t{256} << 10, 100'000) < 100'000);
}
