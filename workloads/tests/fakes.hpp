// A queue that can be told to misbehave, and a probe that ends after some batches: enough to run a workload without the
// harness.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>

namespace schedlab {

enum class misbehaviour { none, loses, doubles, alters };

// Misbehaves once, at its 1000th push.
template <misbehaviour How>
class fake_queue {
 public:
  using item = std::uint64_t;
  static constexpr bool keeps_items = true;

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
    if (items_.size() >= capacity_) return false;
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
};

class fake_probe {
 public:
  static constexpr unsigned batch = 64;

  explicit fake_probe(unsigned batches) : left_(batches) {}

  bool go_on(std::uint64_t) { return left_-- > 0; }
  // Whoever waits in vain gives up in the end.
  bool is_over() const { return failures_ > 100'000; }
  void succeeded() {}
  void push_failed() { pop_failed(); }
  void pop_failed() {
    ++failures_;
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
  unsigned failures_ = 0;
};

}  // namespace schedlab
