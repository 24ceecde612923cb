// What the contract scenarios of schedulers consist of. Like those of queues they need no test framework, and each
// returns what was violated or nothing, so that a test can assert that a broken scheduler is found out.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "queues/tests/contract_concurrent.hpp"
#include "queues/tests/contract_items.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab::scheduler_contract {

using contract::run_team;
using contract::slowdown;
using contract::test_clock;
using contract::text;
using contract::thread_sanitizer;
using contract::violation;
using std::chrono::milliseconds;

// Calls a body that submits, from where the scheduler takes it: in the calling thread, or in a task if it must be
// inside.
template <class S, class F>
void where_it_may_submit(S& some, F&& body) {
  if constexpr (S::traits.takes_outside_tasks) {
    body();
  } else {
    some.run(body);
  }
}

// The same as where_it_may_submit, in so many threads; in one, if submissions must come from inside.
template <class S, class F>
void from_submitters(S& some, unsigned submitters, const F& body) {
  if constexpr (S::traits.takes_outside_tasks) {
    run_team(submitters, body);
  } else {
    some.run([&] { body(0); });
  }
}

template <class S>
unsigned most_submitters() {
  return S::traits.takes_outside_tasks ? 4 : 1;
}

// Polls, so that it says nothing to a sanitizer; for tests only. False when patience ends.
template <class Condition>
bool comes_true(Condition condition, milliseconds patience = std::chrono::seconds(20)) {
  const auto patience_ends = test_clock::now() + patience;
  while (!condition()) {
    if (test_clock::now() > patience_ends) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

// How often each numbered task has run. `limit` numbers at most.
class roll_call {
 public:
  explicit roll_call(std::size_t limit) : runs_(limit) {}

  void ran(std::size_t number) { ++runs_[number]; }
  std::size_t size() const { return runs_.size(); }

  // Each of the numbers from `first` to before `end` must have run once.
  violation each_once(std::size_t first, std::size_t end) const {
    std::size_t lost = 0;
    std::size_t doubled = 0;
    std::size_t example = end;
    for (std::size_t i = first; i < end; ++i) {
      if (runs_[i] == 1) continue;
      if (example == end) example = i;
      ++(runs_[i] == 0 ? lost : doubled);
    }
    if (example == end) return {};
    return text("of ", end - first, " tasks ", lost, " never ran and ", doubled, " ran more than once, first number ",
                example);
  }
  violation each_once() const { return each_once(0, size()); }

 private:
  std::vector<std::atomic<unsigned char>> runs_;
};

// A capture that knows how many of its kind are alive, and must be destroyed exactly once.
class witness {
 public:
  explicit witness(std::atomic<std::int64_t>& alive) : alive_(&alive) { ++*alive_; }
  witness(witness&& other) noexcept : alive_(other.alive_) { ++*alive_; }
  witness(const witness&) = delete;
  witness& operator=(const witness&) = delete;
  ~witness() { --*alive_; }

 private:
  std::atomic<std::int64_t>* const alive_;
};

// What a scheduler's statistics say when nothing is left to run.
template <class S>
violation at_rest(const S& some) {
  const scheduler_statistics all = some.statistics();
  const worker_counts sum = all.sum();
  if (all.adds_up() && all.queued == 0 && all.executing == 0 && sum.completed + sum.failed == all.accepted) return {};
  return text("at rest it says: accepted ", all.accepted, ", completed ", sum.completed, ", failed ", sum.failed,
              ", dropped ", all.dropped, ", queued ", all.queued, ", executing ", all.executing);
}

}  // namespace schedlab::scheduler_contract
