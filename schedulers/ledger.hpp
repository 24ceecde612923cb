// The books of a pool: what was accepted, what is over, and whether the workers may end. No task costs a write to a
// shared counter: each worker counts the tasks that it submits and that it has run; only outsiders share one counter.
// Everything is over when the two sums agree, provided that what is over is added up first and what was accepted
// afterwards: both sums only grow, so if they agree, they agreed at the moment in between (F. Mattern, "Algorithms for
// distributed termination detection", Distributed Computing 1987).
//
// Stopping: an outsider counts its task and then looks whether the pool is stopping; a thread that stops the pool says
// so and then looks at the counts. Each is a store followed by a load that must not overtake it, so a task is either
// refused or waited for. A task that is submitted by a running task is always accepted: the running task is not over
// yet.
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

  // An outsider calls this before it makes a task visible. False: refused.
  bool accept_from_outside() {
    // seq_cst: pairs with the fence in begin_stop, see above.
    accepted_outside_.fetch_add(1, order::seq_cst);
    // seq_cst: pairs with the fence in begin_stop.
    if (stopping_.load(order::seq_cst) == 0) return true;
    take_back();
    return false;
  }

  // The same outsider calls this if its task cannot be made visible after all.
  void take_back() {
    // release: pairs with the acquire in over; it may not be seen before the acceptance it takes back.
    refused_.fetch_add(1, order::release);
    tell_if_over();
  }

  // Worker `who` calls this before it makes a task visible.
  void accept_from(unsigned who) {
    atomic<uint64_t, Memory>& mine = pages_[who].accepted;
    const uint64_t before = mine.load(order::relaxed);  // relaxed: its own
    // relaxed: a thread that sees that task finished, or its submitter, has acquired this too.
    mine.store(before + 1, order::relaxed);
  }

  // Worker `who` calls this when a task is over.
  void finish(unsigned who) {
    atomic<uint64_t, Memory>& mine = pages_[who].finished;
    const uint64_t before = mine.load(order::relaxed);  // relaxed: its own
    // release: pairs with the acquire in over: a thread that sees it sees what the task did and submitted.
    mine.store(before + 1, order::release);
  }

  // A worker that finds nothing to do calls this before it does anything else. If everything is over, it wakes the
  // threads that wait.
  void tell_if_over() {
    // This is a read-modify-write because other workers may have finished tasks that this thread knows to be over: a
    // thread that comes to wait later must learn of them too. Before C++20 a fence hands on only what its own thread
    // stored.
    // acq_rel: pairs with the acquire in wait: either this thread sees the waiter or the waiter sees what this thread sees.
    if (waiting_.fetch_add(0, order::acq_rel) == 0) return;
    if (!everything_is_over()) return;
    // release: pairs with the acquire in wait.
    bell_.fetch_add(1, order::release);
    Memory::wake(bell_.address(), ~uint32_t{0});
  }

  // Returns when everything accepted is over. Workers must not call it.
  void wait() {
    // acquire: pairs with the release in tell_if_over.
    waiting_.fetch_add(1, order::acquire);
    for (;;) {
      // acquire: pairs with the release in tell_if_over: a woken thread sees what it was woken for.
      const uint32_t rung = bell_.load(order::acquire);
      if (everything_is_over()) break;
      (void)Memory::wait(bell_.address(), rung, wait_forever);
    }
    // relaxed: one ring too many harms nobody.
    waiting_.fetch_add(~uint32_t{0}, order::relaxed);
  }

  // From now on outsiders are refused. The caller must call wait() next.
  void begin_stop() {
    stopping_.store(1, order::relaxed);  // relaxed: ordered by the fence
    // seq_cst: pairs with the two operations in accept_from_outside.
    Memory::fence(order::seq_cst);
  }

  // To be called after begin_stop and wait: the workers may end.
  void close() {
    closed_.store(1, order::relaxed);  // relaxed: a worker that sees it only ends
  }
  bool closed() const { return closed_.load(order::relaxed) != 0; }  // relaxed: as above

  // How much is over. It is read before what was accepted.
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
    // relaxed: the counts that matter were raised before something that over() has acquired.
    uint64_t sum = accepted_outside_.load(order::relaxed);
    for (size_t i = 0; i < pages_.size(); ++i) {
      sum += pages_[i].accepted.load(order::relaxed);  // relaxed: as above
    }
    return sum;
  }
  uint64_t refused() const { return refused_.load(order::relaxed); }  // relaxed: a statistic

  // Tells the visitor each part's name and address, for traces.
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
  // The counts of one worker, on a cache line of its own.
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
  // Every submission from outside reads this; it is written once.
  alignas(cache_line) atomic<uint32_t, Memory> stopping_{0};
  atomic<uint32_t, Memory> closed_{0};
  alignas(cache_line) atomic<uint32_t, Memory> waiting_{0};
  atomic<uint32_t, Memory> bell_{0};
};

}  // namespace schedlab
