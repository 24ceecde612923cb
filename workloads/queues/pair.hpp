// One thread pushes an item and pops it again. No sharing: what is left is the price of the design's own instructions.
// An item counts once for its push and pop together. `depth` items lie in the queue all the time. A queue that takes
// priorities gets random ones.
//
// Serves queues and the owner's side of deques alike: with depth 0 a deque's owner takes its last item every time.
#pragma once

#include "workloads/queues/checksum.hpp"
#include "workloads/queues/fill.hpp"

namespace schedlab {

template <class Queue>
class pair {
 public:
  pair(std::size_t capacity, unsigned depth)
      : queue_(capacity), pushed_(fill(queue_, depth)), wrong_(refusal(pushed_, depth)) {}

  unsigned threads() const { return 1; }
  std::string role(unsigned) const { return "pusher and popper"; }
  bool counted(unsigned) const { return true; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned, Probe& probe) {
    auto handle = queue_.alone();
    // They are local and inlined, so that counts and sums stay in registers and every design is called the same way.
    std::uint64_t pushed = pushed_;
    tally popped;
    const auto push = [&]() __attribute__((always_inline)) {
      if (!push_with_priority<Queue>(handle, pushed & item_mask)) [[unlikely]] {
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
      probe.time_push(push);
      probe.time_pop(pop);
      probe.time_pushes(run_length, push);
      probe.time_pops(run_length, pop);
      for (unsigned i = 1 + run_length; i < Probe::batch; ++i) {
        push();
        pop();
      }
    }
    pushed_ = pushed;
    popped_ = popped;
  }

  std::string verify() {
    if (!wrong_.empty() || !Queue::keeps_items) return wrong_;
    tally out = popped_;
    queue_.drain([&](std::uint64_t item) { out.add(item); });
    return difference(first_items(pushed_), out);
  }

 private:
  static constexpr unsigned run_length = 16;

  Queue queue_;
  std::uint64_t pushed_;
  const std::string wrong_;
  tally popped_;
};

}  // namespace schedlab
