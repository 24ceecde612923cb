// A queue that can be told to misbehave, and a probe that ends after some batches: enough to run a workload without the
// harness.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "workloads/queues/priorities.hpp"

namespace schedlab {

enum class misbehaviour { none, loses, doubles, alters, takes_too_many };

// A queue that misbehaves once, at its 1000th push; the last kind from then on, when it is full.
template <misbehaviour How>
class fake_queue {
 public:
  using item = std::uint64_t;
  static constexpr bool keeps_items = true;
  static constexpr priority_use priorities = priority_use::none;

  explicit fake_queue(std::size_t capacity) : capacity_(capacity) {}

  struct handle {
    fake_queue& queue;
    bool push(std::uint64_t number) { return queue.push(number); }
    bool pop(item& popped) { return queue.pop(popped, true); }
    bool steal(item& stolen) { return queue.pop(stolen, false); }
  };
  handle producer() { return {*this}; }
  handle consumer() { return {*this}; }
  handle both() { return {*this}; }
  handle owner() { return {*this}; }
  handle thief() { return {*this}; }
  handle alone() { return {*this}; }

  template <class Visit>
  void drain(Visit visit) {
    for (item left{}; pop(left, false);) visit(left);
  }

 private:
  bool push(std::uint64_t number) {
    const std::lock_guard held(mutex_);
    if (items_.size() >= capacity_ && (How != misbehaviour::takes_too_many || ++refusals_ <= 1000)) return false;
    const bool now = ++pushes_ == 1000;
    if (now && How == misbehaviour::loses) return true;
    if (now && How == misbehaviour::doubles) items_.push_back(number);
    items_.push_back(now && How == misbehaviour::alters ? number + 1 : number);
    return true;
  }
  bool pop(item& popped, bool newest) {
    const std::lock_guard held(mutex_);
    if (items_.empty()) return false;
    popped = newest ? items_.back() : items_.front();
    newest ? items_.pop_back() : items_.pop_front();
    return true;
  }

  std::mutex mutex_;
  std::deque<item> items_;
  const std::size_t capacity_;
  std::uint64_t pushes_ = 0;
  std::uint64_t refusals_ = 0;
};

// A queue without misbehaviour, and first in, first out for all threads.
class oldest_first_queue {
 public:
  using item = std::uint64_t;
  static constexpr bool keeps_items = true;
  static constexpr priority_use priorities = priority_use::none;

  explicit oldest_first_queue(std::size_t capacity) : items_(capacity) {}

  struct handle {
    fake_queue<misbehaviour::none>::handle items;
    bool push(std::uint64_t number) { return items.push(number); }
    bool pop(item& popped) { return items.steal(popped); }
  };
  handle alone() { return {items_.alone()}; }
  handle both() { return {items_.both()}; }

  template <class Visit>
  void drain(Visit visit) {
    items_.drain(visit);
  }

 private:
  fake_queue<misbehaviour::none> items_;
};

// A queue that takes priorities, remembers them, and keeps the order of the pushes all the same.
class urgent_queue {
 public:
  using item = std::uint64_t;
  static constexpr bool keeps_items = true;
  static constexpr priority_use priorities = priority_use::highest_first;

  explicit urgent_queue(std::size_t capacity) : items_(capacity) {}

  struct handle {
    urgent_queue& queue;
    fake_queue<misbehaviour::none>::handle items;
    bool push(std::uint64_t number, std::int32_t priority) {
      queue.priorities_seen.push_back(priority);
      return items.push(number);
    }
    bool pop(item& popped) { return items.pop(popped); }
  };
  handle alone() { return {*this, items_.alone()}; }

  template <class Visit>
  void drain(Visit visit) {
    items_.drain(visit);
  }

  std::vector<std::int32_t> priorities_seen;

 private:
  fake_queue<misbehaviour::none> items_;
};

// A queue that yields an item that was never pushed, once, at its 1000th pop.
class inventive_queue {
 public:
  using item = std::uint64_t;
  static constexpr bool keeps_items = true;

  explicit inventive_queue(std::size_t) {}

  struct handle {
    inventive_queue& queue;
    bool pop(item&) { return queue.pops_.fetch_add(1) == 999; }
  };
  handle consumer() { return {*this}; }

 private:
  std::atomic<int> pops_{0};
};

// A probe that counts what is reported to it instead of timing.
class fake_probe {
 public:
  std::uint64_t thought_ns = 0;
  std::vector<std::uint64_t> waits;

  static constexpr unsigned batch = 64;

  static std::uint64_t now() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  }

  explicit fake_probe(unsigned batches) : left_(batches) {}

  bool go_on(std::uint64_t) {
    failures_ = 0;
    return left_-- > 0;
  }
  // A thread that waits in vain gives up in the end; on a crowded machine the others may only need their turn.
  bool is_over() const { return failures_ > 100'000 && now() - first_failure_ > 500'000'000; }
  void succeeded() {}
  void wait() { pop_failed(); }
  void think(std::uint64_t nanoseconds) { thought_ns += nanoseconds; }
  bool count_only(std::uint64_t waited) {
    waits.push_back(waited);
    return true;
  }
  bool was_preempted() { return false; }
  void push_failed() { pop_failed(); }
  void pop_failed() {
    if (failures_++ == 0) first_failure_ = now();
    std::this_thread::yield();
  }
  template <class Operation>
  bool time_push(Operation operation) {
    return operation();
  }
  template <class Operation>
  bool time_pop(Operation operation) {
    return operation();
  }
  template <class Operation>
  bool time_trip(Operation operation) {
    return operation();
  }
  template <class Operation>
  void time_pushes(unsigned count, Operation operation) {
    for (unsigned i = 0; i < count; ++i) operation();
  }
  template <class Operation>
  void time_pops(unsigned count, Operation operation) {
    for (unsigned i = 0; i < count; ++i) operation();
  }

 private:
  unsigned left_;
  unsigned failures_ = 0;  // of one batch
  std::uint64_t first_failure_ = 0;
};

}  // namespace schedlab
