// Thieves: what they carry is not lost when memory is short, and to find nothing is cheap however many workers there
// are.
#include <atomic>
#include <thread>

#include "queues/chase_lev_deque.hpp"
#include "queues/memory/counting_memory.hpp"
#include "queues/segmented_queue.hpp"
#include "queues/tests/allocation_count.hpp"
#include "queues/tests/catch.hpp"
#include "schedulers/stealing/half.hpp"
#include "schedulers/stealing_lanes.hpp"
#include "schedulers/work_stealing_pool.hpp"

using namespace schedlab;

namespace {

template <class Item, class Memory>
using deque_of = chase_lev_deque<Item, Memory>;

}  // namespace

TEST_CASE("a_thief_of_several_that_finds_no_memory_keeps_them_all") {
  constexpr unsigned children = 64;
  for (int round = 0; round < 20; ++round) {
    std::atomic<unsigned> begun{0};
    std::atomic<bool> all_are_spawned{false};
    work_stealing_pool<deque_of> pool({.workers = 2,
                                       .queue_capacity = 1,
                                       .deque_capacity = 2,
                                       .amount = std::make_shared<steal_half>(),
                                       .on_start = [](unsigned) { contract::allocations_fail = true; }});
    pool.run([&] {
      contract::allocations_fail = false;  // in this worker, which is to be robbed
      work_stealing_pool<deque_of>::group all(pool);
      for (unsigned i = 0; i < children; ++i) {
        all.spawn([&] {
          ++begun;
          while (!all_are_spawned) std::this_thread::yield();
        });
      }
      while (begun == 0) std::this_thread::yield();  // the other one has some
      all_are_spawned = true;
      all.sync();
      contract::allocations_fail = true;
    });
    CHECK(begun == children);
  }
}

TEST_CASE("a_look_that_finds_nothing_costs_no_fence_and_no_more_among_many") {
  constexpr unsigned workers = 512;
  using lanes_type = stealing_lanes<deque_of, segmented_queue, counting_memory>;
  lanes_type lanes({.workers = workers, .deque_capacity = 2}, workers);
  auto end = lanes.attach_worker(0);
  desk seen;
  (void)end.search(seen);  // its handles are made
  const operation_counts before = counting_memory::counts();
  CHECK(end.search(seen) == nullptr);
  const operation_counts took = counting_memory::counts() - before;
  CHECK(took.fences == 0);
  CHECK(took.loads < 100);
  CHECK(end.length_of_a_look() == 16);
  // The last look before sleeping goes everywhere.
  job somewhere([](job&, void*) {});
  auto other = lanes.attach_worker(workers - 1);
  REQUIRE(other.put(&somewhere));
  CHECK(end.look_again(seen) == &somewhere);
}
