// Tasks that find no room: a pool runs them inside their submission, but not until its stack ends, and none waits for ever.
#include <array>
#include <atomic>

#include "queues/claim_ring.hpp"
#include "queues/tests/catch.hpp"
#include "schedulers/global_queue_pool.hpp"
#include "schedulers/overflow.hpp"

using namespace schedlab;

namespace {

template <class Item, class Memory>
using ring = claim_ring<Item, Memory>;

// A task that submits itself again until it has run so often, as event loops and retries do.
struct resubmitting {
  global_queue_pool<ring>& pool;
  std::atomic<unsigned>& runs;
  unsigned times;

  void operator()() const {
    if (++runs < times) (void)pool.submit(*this);
  }
};

// The queue is full whenever one of the tasks runs, so with one worker only that task itself could make room.
void all_resubmit(unsigned workers) {
  constexpr unsigned capacity = 4;
  constexpr unsigned times = 200'000;
  std::array<std::atomic<unsigned>, capacity + 1> runs{};
  std::atomic<bool> all_are_in{false};
  global_queue_pool<ring> pool({.workers = workers, .queue_capacity = capacity});
  (void)pool.submit([&] {
    while (!all_are_in) std::this_thread::yield();
    resubmitting{pool, runs[capacity], times}();
  });
  for (unsigned i = 0; i < capacity; ++i) (void)pool.submit(resubmitting{pool, runs[i], times});
  all_are_in = true;
  pool.drain();
  for (const std::atomic<unsigned>& each : runs) CHECK(each == times);
  CHECK(pool.statistics().adds_up());
}

}  // namespace

TEST_CASE("a_task_that_submits_itself_again_ends_no_stack") {
  all_resubmit(1);
  all_resubmit(2);
}

// Beside a task that goes on submitting itself, those that wait in the queue come to run, and so do those that were kept.
TEST_CASE("kept_tasks_and_queued_ones_take_turns") {
  constexpr unsigned capacity = 2;
  std::array<std::atomic<unsigned>, capacity + 1> runs{};
  std::atomic<bool> all_are_in{false};
  global_queue_pool<ring> pool({.workers = 1, .queue_capacity = capacity});
  struct until_all_ran {
    global_queue_pool<ring>& pool;
    std::array<std::atomic<unsigned>, capacity + 1>& runs;
    unsigned self;
    void operator()() const {
      bool some_waits = false;
      ++runs[self];
      for (const auto& each : runs) some_waits = some_waits || each < 1'000;
      if (some_waits) (void)pool.submit(*this);
    }
  };
  (void)pool.submit([&] {
    while (!all_are_in) std::this_thread::yield();
    until_all_ran{pool, runs, capacity}();
  });
  for (unsigned i = 0; i < capacity; ++i) (void)pool.submit(until_all_ran{pool, runs, i});
  all_are_in = true;
  pool.drain();
  for (const auto& each : runs) CHECK(each >= 1'000);
}

TEST_CASE("an_overflow_gives_back_what_it_was_given_in_order") {
  const job::runner runs_nothing = [](job&, void*) {};
  std::array<job, 3> jobs{job(runs_nothing), job(runs_nothing), job(runs_nothing)};
  overflow kept;
  CHECK(kept.is_empty());
  for (int round = 0; round < 2; ++round) {
    for (job& each : jobs) kept.put(&each);
    job* const first = kept.take();
    CHECK(first == &jobs[0]);
    kept.put_back(first);
    for (job& each : jobs) {
      REQUIRE_FALSE(kept.is_empty());
      CHECK(kept.take() == &each);
      CHECK(each.run == runs_nothing);
    }
    CHECK(kept.is_empty());
  }
  kept.put_back(&jobs[1]);  // into an empty one
  kept.put(&jobs[2]);
  CHECK(kept.take() == &jobs[1]);
  CHECK(kept.take() == &jobs[2]);
}
