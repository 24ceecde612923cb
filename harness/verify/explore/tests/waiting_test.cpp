// Sleeping and waking. A wake-up that comes too early is lost, and then a thread sleeps for ever: the machine reports
// it as a deadlock. Mutexes and conditions, and address waits under an event count (D. Vyukov, "Eventcounts", 2010): a
// thread that finds nothing to do announces that it will sleep, looks again, and only then sleeps.
#include <set>

#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum violation_kind;
using number = atomic<std::uint32_t, checked_memory>;

template <class State>
void check(small_program<State> tested, violation_kind sc, violation_kind tso, violation_kind weak) {
  CHECK(explored(tested, memory_model::sc).found.kind == sc);
  CHECK(explored(tested, memory_model::tso).found.kind == tso);
  CHECK(explored(tested, memory_model::weak).found.kind == weak);
}

struct two_locks {
  checked_mutex first;
  checked_mutex second;
  plain_cell<std::uint32_t, checked_memory> counter;

  two_locks() { counter.put(0); }
};

void increment_under(two_locks& s, checked_mutex& outer, checked_mutex& inner) {
  outer.lock();
  inner.lock();
  s.counter.put(s.counter.take() + 1);
  inner.unlock();
  outer.unlock();
}

}  // namespace

TEST_CASE("mutex: two locks in one order, and in opposite orders") {
  const auto in_order = [](two_locks& s) { increment_under(s, s.first, s.second); };
  const auto in_opposite_order = [](two_locks& s) { increment_under(s, s.second, s.first); };
  const auto counted = [](two_locks& s) { require(s.counter.take() == 2, "an increment was lost"); };
  check(small_program<two_locks>({in_order, in_order}, counted), none, none, none);
  check(small_program<two_locks>({in_order, in_opposite_order}, counted), deadlock, deadlock, deadlock);
}

TEST_CASE("mutex: counters under one lock and under two") {
  const auto under_first = [](two_locks& s) {
    for (int i = 0; i < 2; ++i) {
      s.first.lock();
      s.counter.put(s.counter.take() + 1);
      s.first.unlock();
    }
  };
  const auto under_second = [](two_locks& s) {
    s.second.lock();
    s.counter.put(s.counter.take() + 1);
    s.second.unlock();
  };
  check(small_program<two_locks>({under_first, under_first},
                                 [](two_locks& s) { require(s.counter.take() == 4, "an increment was lost"); }),
        none, none, none);
  check(small_program<two_locks>({under_first, under_second}), data_race, data_race, data_race);
}

TEST_CASE("mutex: try_lock fails rather than waits, and locking twice waits for ever") {
  std::set<int> successes;
  int now = 0;
  const auto tries = [&now](two_locks& s) {
    if (!s.first.try_lock()) return;
    ++now;
    s.first.unlock();
  };
  small_program<two_locks> both(
      {tries, tries}, [&](two_locks&) { successes.insert(now); }, [&](two_locks&) { now = 0; });
  CHECK(explored(both, memory_model::sc).ended_as == exploration::verdict::clean);
  CHECK(successes == std::set<int>{1, 2});
  check(small_program<two_locks>({[](two_locks& s) {
          s.first.lock();
          s.first.lock();
        }}),
        deadlock, deadlock, deadlock);
}

namespace {

struct guarded {
  checked_mutex mutex;
  checked_condition_variable changed;
  plain_cell<std::uint32_t, checked_memory> ready;
  number seen_without_lock{0};

  guarded() { ready.put(0); }
};

void wait_until_ready(guarded& s) {
  s.mutex.lock();
  while (s.ready.take() == 0) s.changed.wait(s.mutex);
  s.mutex.unlock();
}

}  // namespace

TEST_CASE("condition: the change is made under the lock") {
  const auto makes_ready = [](guarded& s) {
    s.mutex.lock();
    s.ready.put(1);
    s.mutex.unlock();
    s.changed.wake_one();
  };
  check(small_program<guarded>({wait_until_ready, makes_ready}), none, none, none);
}

TEST_CASE("condition: a change outside the lock falls between the look and the sleep") {
  // Plain data would be a race already; with an atomic only the wake-up is lost.
  const auto waits = [](guarded& s) {
    s.mutex.lock();
    while (s.seen_without_lock.load(seq_cst) == 0) s.changed.wait(s.mutex);
    s.mutex.unlock();
  };
  const auto careless = [](guarded& s) {
    s.seen_without_lock.store(1, seq_cst);
    s.changed.wake_one();
  };
  check(small_program<guarded>({waits, careless}), deadlock, deadlock, deadlock);
}

TEST_CASE("condition: one wake for two sleepers is one too few") {
  const auto makes_ready = [](bool all) {
    return [=](guarded& s) {
      s.mutex.lock();
      s.ready.put(1);
      s.mutex.unlock();
      all ? s.changed.wake_all() : s.changed.wake_one();
    };
  };
  check(small_program<guarded>({wait_until_ready, wait_until_ready, makes_ready(true)}), none, none, none);
  check(small_program<guarded>({wait_until_ready, wait_until_ready, makes_ready(false)}), deadlock, deadlock, deadlock);
}

namespace {

struct event_count {
  number work{0};
  number epoch{0};
  number sleepers{0};
};

// Parts of the protocol that a variant may forget.
struct event_count_design {
  bool looks_again = true;
  bool wakes_after_change = true;
  order sleeper_fence = seq_cst;
  order waker_fence = seq_cst;
};

// prepare, look again, commit.
void sleep_until_work(event_count& s, const event_count_design& how) {
  while (s.work.load(acquire) == 0) {
    const std::uint32_t epoch = s.epoch.load(acquire);
    s.sleepers.store(1, relaxed);
    checked_memory::fence(how.sleeper_fence);
    if (how.looks_again && s.work.load(acquire) != 0) return;
    checked_memory::wait(s.epoch.address(), epoch, wait_forever);
  }
}

// A wake is a system call, so it should not be made for nothing: a look at the sleepers comes first.
void notify(event_count& s, const event_count_design& how) {
  checked_memory::fence(how.waker_fence);
  if (s.sleepers.load(relaxed) == 0) return;
  s.epoch.fetch_add(1, release);
  checked_memory::wake(s.epoch.address(), 1);
}

small_program<event_count> sleeper_and_waker(event_count_design how) {
  return small_program<event_count>({[=](event_count& s) { sleep_until_work(s, how); },
                                     [=](event_count& s) {
                                       if (!how.wakes_after_change) notify(s, how);
                                       s.work.store(1, release);
                                       if (how.wakes_after_change) notify(s, how);
                                     }});
}

}  // namespace

TEST_CASE("event count: prepare, look again, commit") { check(sleeper_and_waker({}), none, none, none); }

TEST_CASE("event count: without the second look a wake-up is lost") {
  check(sleeper_and_waker({.looks_again = false}), deadlock, deadlock, deadlock);
}

TEST_CASE("event count: a wake-up before the change is lost") {
  check(sleeper_and_waker({.wakes_after_change = false}), deadlock, deadlock, deadlock);
}

// Announcing and looking against changing and looking: SB again.
TEST_CASE("event count: both seq_cst fences are needed") {
  check(sleeper_and_waker({.sleeper_fence = acq_rel}), none, deadlock, deadlock);
  check(sleeper_and_waker({.waker_fence = acq_rel}), none, deadlock, deadlock);
}

TEST_CASE("waiting: spurious wakes do not hide a lost wake-up") {
  small_program<event_count> broken = sleeper_and_waker({.looks_again = false});
  small_program<event_count> right = sleeper_and_waker({});
  for (const unsigned spurious : {0u, 1u, 3u}) {
    for (const memory_model model : all_models) {
      CHECK(explored(broken, {.model = model, .spurious_wakes = spurious}).found.kind == deadlock);
      CHECK(explored(right, {.model = model, .spurious_wakes = spurious}).found.kind == none);
    }
  }
}

TEST_CASE("waiting: who does not look again after a wake fails at a spurious one") {
  small_program<event_count> trusting({[](event_count& s) {
                                         if (checked_memory::wait(s.work.address(), 0, wait_forever) ==
                                             wait_status::woken) {
                                           require(s.work.load(acquire) == 1, "woken for nothing");
                                         }
                                       },
                                       [](event_count& s) {
                                         s.work.store(1, seq_cst);
                                         checked_memory::wake(s.work.address(), 1);
                                       }});
  CHECK(explored(trusting, {.model = memory_model::sc, .spurious_wakes = 0}).found.kind == none);
  CHECK(explored(trusting, {.model = memory_model::sc, .spurious_wakes = 1}).found.kind == assertion);
}

TEST_CASE("waiting: a timed wait ends in each of its three ways") {
  std::set<wait_status> ways;
  wait_status now{};
  const auto waits = [&now](event_count& s) { now = checked_memory::wait(s.work.address(), 0, 1000); };
  const auto wakes = [](event_count& s) {
    s.work.store(1, seq_cst);
    checked_memory::wake(s.work.address(), 1);
  };
  const auto collects = [&](event_count&) { ways.insert(now); };
  for (const memory_model model : all_models) {
    ways.clear();
    small_program<event_count> both({waits, wakes}, collects);
    CHECK(explored(both, model).ended_as == exploration::verdict::clean);
    CHECK(ways == std::set<wait_status>{wait_status::woken, wait_status::changed, wait_status::timed_out});
    ways.clear();
    small_program<event_count> alone({waits}, collects);
    CHECK(explored(alone, model).ended_as == exploration::verdict::clean);
    CHECK(ways == std::set<wait_status>{wait_status::timed_out});
  }
}
