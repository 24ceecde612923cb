// A producer fills a queue with a burst of items while the consumer waits, and the consumer takes them all while the
// producer waits, over and over: whole bursts move from one core to the other, and the two are never at the queue
// together. An item counts when it is popped.
#pragma once

#include <atomic>

#include "workloads/apart.hpp"
#include "workloads/queues/checksum.hpp"

namespace schedlab {

template <class Queue>
class handed_burst {
 public:
  handed_burst(std::size_t capacity, unsigned depth) : queue_(capacity), depth_(depth) {}

  unsigned threads() const { return 2; }
  std::string role(unsigned thread) const { return thread == 0 ? "producer" : "consumer"; }
  bool counted(unsigned thread) const { return thread == 1; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    if (thread == 0) {
      produce(probe);
    } else {
      consume(probe);
    }
  }

  std::string verify() {
    if (!Queue::keeps_items) return {};
    tally out = popped_;
    queue_.drain([&](std::uint64_t item) { out.add(item); });
    return difference(first_items(pushed_), out);
  }

 private:
  enum class turn : int { to_fill, to_drain };

  template <class Probe>
  void produce(Probe& probe) {
    auto handle = queue_.producer();
    std::uint64_t pushed = 0;
    const auto push = [&]() __attribute__((always_inline)) {
      const bool taken = handle.push(pushed & item_mask);
      pushed += taken ? 1 : 0;
      taken ? probe.succeeded() : probe.push_failed();
      return taken;
    };
    while (probe.go_on(pushed)) {
      for (unsigned done = 0; done < Probe::batch && wait_for(turn::to_fill, probe); done += depth_) {
        const std::uint64_t end = pushed + depth_;
        probe.time_push(push);
        while (pushed < end && (push() || !probe.is_over())) {
        }
        // release: pairs with the acquire in wait_for.
        turn_.store(turn::to_drain, std::memory_order_release);
      }
    }
    pushed_ = pushed;
  }

  template <class Probe>
  void consume(Probe& probe) {
    auto handle = queue_.consumer();
    tally popped;
    const auto pop = [&]() __attribute__((always_inline)) {
      typename Queue::item item{};
      const bool some = handle.pop(item);
      if (some) popped.add(item);
      some ? probe.succeeded() : probe.pop_failed();
      return some;
    };
    while (probe.go_on(popped.count)) {
      for (unsigned done = 0; done < Probe::batch && wait_for(turn::to_drain, probe); done += depth_) {
        const std::uint64_t end = popped.count + depth_;
        probe.time_pop(pop);
        while (popped.count < end && (pop() || !probe.is_over())) {
        }
        // release: pairs with the acquire in wait_for.
        turn_.store(turn::to_fill, std::memory_order_release);
      }
    }
    popped_ = popped;
  }

  // False if the window ended first.
  template <class Probe>
  bool wait_for(turn mine, Probe& probe) {
    // acquire: pairs with the release stores of the turn.
    while (turn_.load(std::memory_order_acquire) != mine) {
      if (probe.is_over()) return false;
      probe.wait();
    }
    probe.succeeded();
    return true;
  }

  Queue queue_;
  const unsigned depth_;
  alignas(apart) std::atomic<turn> turn_{turn::to_fill};
  std::uint64_t pushed_ = 0;
  tally popped_;
};

}  // namespace schedlab
