// The books of a pool: what was accepted, what is over, and whether it may end. Nobody writes a shared counter per task:
// each worker counts what it submits and what it has run, outsiders share one counter. Everything is over when the sums
// agree, if what is over is added up first and what was accepted afterwards: both only grow, so sums that agree agreed at
// the moment in between (F. Mattern, "Algorithms for distributed termination detection", Distributed Computing 1987).
//
// Stopping: an outsider counts its task and then looks whether the pool is stopping; who stops says so and then looks at
// the counts. Each is a store followed by a load that must not overtake it, so a task is either refused or waited for.
// What a task submits is always accepted: its submitter is not over.
//
// Progress: counting is wait-free; waiting sleeps. Who may call what: see each function.
#pragma once

#include "../queues/memory/array.hpp"
#include "../queues/memory/atomic.hpp"
#include "../queues/memory/native_memory.hpp"

namespace schedlab {

template <class Memory = native_memory>
class ledger {
 public:
  explicit ledger(unsigned workers) : pages_(workers) {}
  ledger(const ledger&) = delete;
  ledger& operator=(const ledger&) = delete;

  // An outsider, before it makes a task visible. False: refused.
  bool accept_from_outside() {
    // seq_cst: pairs with the fence in begin_stop, see above.
    accepted_outside_.fetch_add(1, order::seq_cst);
    // seq_cst: pairs with the fence in begin_stop.
    if (stopping_.load(order::seq_cst) == 0) return true;
    take_back();
    return false;
  }

  // The same outsider, if its task cannot be made visible after all.
  void take_back() {
    // release: pairs with the acquire in over; it may not be seen before the acceptance it takes back.
    refused_.fetch_add(1, order::release);
    tell_if_over();
  }

  // Worker `who`, before it makes a task visible.
  void accept_from(unsigned who) {
    atomic<uint64_t, Memory>& mine = pages_[who].accepted;
    const uint64_t before = mine.load(order::relaxed);  // relaxed: its own
    // relaxed: whoever sees that task finished, or its submitter, has acquired this too.
    mine.store(before + 1, order::relaxed);
  }

  // Worker `who`, when a task is over.
  void finish(unsigned who) {
    atomic<uint64_t, Memory>& mine = pages_[who].finished;
    const uint64_t before = mine.load(order::relaxed);  // relaxed: its own
    // release: pairs with the acquire in over; who sees it also sees what the task has done, and what it had submitted.
    mine.store(before + 1, order::release);
  }

  // A worker that finds nothing to do, before it does anything else. Wakes those who wait, if that was the last task.
  void tell_if_over() {
    // A read-modify-write, because what matters may have been finished by others, of which this thread only knows: whoever
    // comes to wait later takes that over. Before C++20 a fence hands on no more than what its own thread stored.
    // acq_rel: pairs with the acquire in wait: either this thread sees the waiter or the waiter sees what this thread sees.
    if (waiting_.fetch_add(0, order::acq_rel) == 0) return;
    if (!everything_is_over()) return;
    // release: pairs with the acquire in wait.
    bell_.fetch_add(1, order::release);
    Memory::wake(bell_.address(), ~uint32_t{0});
  }

  // Returns when everything accepted is over. Not for workers.
  void wait() {
    // acquire: pairs with the release in tell_if_over.
    waiting_.fetch_add(1, order::acquire);
    for (;;) {
      // acquire: pairs with the release in tell_if_over: whoever was woken sees what it was woken for.
      const uint32_t rung = bell_.load(order::acquire);
      if (everything_is_over()) break;
      (void)Memory::wait(bell_.address(), rung, wait_forever);
    }
    // relaxed: one ring too many harms nobody.
    waiting_.fetch_add(~uint32_t{0}, order::relaxed);
  }

  // From now on outsiders are refused. The caller waits next.
  void begin_stop() {
    stopping_.store(1, order::relaxed);  // relaxed: ordered by the fence
    // seq_cst: pairs with the two operations in accept_from_outside.
    Memory::fence(order::seq_cst);
  }

  // After begin_stop and wait: the workers may go.
  void close() {
    closed_.store(1, order::relaxed);  // relaxed: who sees it only goes
  }
  bool closed() const { return closed_.load(order::relaxed) != 0; }  // relaxed: as above

  // What is over is read first.
  uint64_t over() const {
    // acquire: pairs with the release in take_back.
    uint64_t sum = refused_.load(order::acquire);
    for (size_t i = 0; i < pages_.size(); ++i) {
      // acquire: pairs with the release in finish.
      sum += pages_[i].finished.load(order::acquire);
    }
    return sum;
  }
  uint64_t accepted_or_refused() const {
    // relaxed: what matters was counted before something that `over` has acquired.
    uint64_t sum = accepted_outside_.load(order::relaxed);
    for (size_t i = 0; i < pages_.size(); ++i) {
      sum += pages_[i].accepted.load(order::relaxed);  // relaxed: as above
    }
    return sum;
  }
  uint64_t refused() const { return refused_.load(order::relaxed); }  // relaxed: a statistic

  // Tells the visitor what lies where.
  template <class Visitor>
  void describe(Visitor& visit) const {
    for (size_t i = 0; i < pages_.size(); ++i) {
      visit("page", i, "accepted", &pages_[i].accepted, sizeof pages_[i].accepted);
      visit("page", i, "finished", &pages_[i].finished, sizeof pages_[i].finished);
    }
    visit("accepted outside", &accepted_outside_, sizeof accepted_outside_);
    visit("refused", &refused_, sizeof refused_);
    visit("stopping", &stopping_, sizeof stopping_);
    visit("closed", &closed_, sizeof closed_);
    visit("waiting", &waiting_, sizeof waiting_);
    visit("bell", &bell_, sizeof bell_);
  }

 private:
  // What one worker counts, on a line of its own.
  struct alignas(cache_line) page {
    atomic<uint64_t, Memory> accepted{0};
    atomic<uint64_t, Memory> finished{0};
  };

  bool everything_is_over() const {
    const uint64_t ended = over();
    return ended == accepted_or_refused();
  }

  array<page, Memory> pages_;
  alignas(cache_line) atomic<uint64_t, Memory> accepted_outside_{0};
  atomic<uint64_t, Memory> refused_{0};
  // Read with every task from outside, written once.
  alignas(cache_line) atomic<uint32_t, Memory> stopping_{0};
  atomic<uint32_t, Memory> closed_{0};
  alignas(cache_line) atomic<uint32_t, Memory> waiting_{0};
  atomic<uint32_t, Memory> bell_{0};
};

}  // namespace schedlab
