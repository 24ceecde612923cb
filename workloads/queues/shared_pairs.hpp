// Every thread pushes an item and pops one, over and over, on one queue: the queue stays nearly empty, and all threads
// work at both ends. An item counts when it is popped.
#pragma once

#include "workloads/queues/sides.hpp"

namespace schedlab {

template <class Queue>
class shared_pairs {
 public:
  shared_pairs(std::size_t capacity, unsigned threads) : queue_(capacity), threads_(threads), sides_(threads) {}

  unsigned threads() const { return threads_; }
  std::string role(unsigned thread) const { return "pairs " + std::to_string(thread); }
  bool counted(unsigned) const { return true; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    auto handle = queue_.both();
    side mine;
    const auto push = [&]() __attribute__((always_inline)) {
      if (!handle.push(mine.pushed & item_mask)) {
        probe.push_failed();
        return false;
      }
      ++mine.pushed;
      probe.succeeded();
      return true;
    };
    const auto pop = [&]() __attribute__((always_inline)) {
      typename Queue::item item{};
      if (!handle.pop(item)) {
        probe.pop_failed();
        return false;
      }
      mine.popped.add(item);
      probe.succeeded();
      return true;
    };
    // A batch is a number of attempts, not of successes: a design that stops answering must not hang the run.
    bool holds_one = false;
    while (probe.go_on(mine.popped.count)) {
      holds_one = holds_one ? !probe.time_pop(pop) : probe.time_push(push);
      for (unsigned i = 1; i < 2 * Probe::batch; ++i) holds_one = holds_one ? !pop() : push();
    }
    sides_[thread] = mine;
  }

  std::string verify() { return difference_of(sides_, queue_); }

 private:
  Queue queue_;
  const unsigned threads_;
  per_thread<side> sides_;
};

}  // namespace schedlab
