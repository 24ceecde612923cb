// One thread fills a queue to a depth and drains it to empty, over and over: the price of the design's own instructions
// when the items wander through all of its storage. An item counts once for its push and pop together.
#pragma once

#include "workloads/queues/checksum.hpp"

namespace schedlab {

template <class Queue>
class burst {
 public:
  burst(std::size_t capacity, unsigned depth) : queue_(capacity), depth_(depth) {}

  unsigned threads() const { return 1; }
  std::string role(unsigned) const { return "filler and drainer"; }
  bool counted(unsigned) const { return true; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned, Probe& probe) {
    auto handle = queue_.alone();
    std::uint64_t pushed = 0;
    tally popped;
    const auto push = [&]() __attribute__((always_inline)) {
      if (!handle.push(pushed & item_mask)) [[unlikely]] {
        probe.push_failed();
        return false;
      }
      ++pushed;
      return true;
    };
    const auto pop = [&]() __attribute__((always_inline)) {
      typename Queue::item item{};
      if (!handle.pop(item)) [[unlikely]] {
        probe.pop_failed();
        return false;
      }
      popped.add(item);
      return true;
    };
    while (probe.go_on(popped.count)) {
      // The clock is read around the first burst only: beside a burst of 16 two readings are not small.
      probe.time_push(push);
      probe.time_pushes(depth_ - 1, push);
      probe.time_pop(pop);
      probe.time_pops(depth_ - 1, pop);
      for (unsigned done = depth_; done < Probe::batch; done += depth_) {
        for (unsigned i = 0; i < depth_; ++i) push();
        for (unsigned i = 0; i < depth_; ++i) pop();
      }
    }
    pushed_ = pushed;
    popped_ = popped;
  }

  std::string verify() {
    if (!Queue::keeps_items) return {};
    tally out = popped_;
    queue_.drain([&](std::uint64_t item) { out.add(item); });
    return difference(first_items(pushed_), out);
  }

 private:
  Queue queue_;
  const unsigned depth_;
  std::uint64_t pushed_ = 0;
  tally popped_;
};

}  // namespace schedlab
