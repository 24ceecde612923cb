// A deque's owner pushes a burst and pops until nothing is left, over and over, while thieves steal what they can. With
// bursts of one, owner and thieves always want the same item. An item counts when the owner or a thief has it.
#pragma once

#include "workloads/queues/checksum.hpp"
#include "workloads/queues/per_thread.hpp"

namespace schedlab {

template <class Queue>
class owner_and_thieves {
 public:
  owner_and_thieves(std::size_t capacity, unsigned thieves, unsigned burst)
      : queue_(capacity), thieves_(thieves), burst_(burst), taken_(thieves + 1) {}

  unsigned threads() const { return thieves_ + 1; }
  std::string role(unsigned thread) const { return thread == 0 ? "owner" : "thief " + std::to_string(thread - 1); }
  bool counted(unsigned) const { return true; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    taken_[thread] = thread == 0 ? own(probe) : rob(probe);
  }

  std::string verify() {
    if (!Queue::keeps_items) return {};
    tally out;
    taken_.each([&](const tally& part) { out.add(part); });
    return difference(first_items(pushed_), out);
  }

 private:
  template <class Probe>
  tally own(Probe& probe) {
    auto handle = queue_.owner();
    std::uint64_t pushed = 0;
    tally popped;
    const auto push = [&]() __attribute__((always_inline)) {
      if (!handle.push(pushed & item_mask)) {
        probe.push_failed();
        return false;
      }
      ++pushed;
      return true;
    };
    const auto pop = [&]() __attribute__((always_inline)) {
      typename Queue::item item{};
      if (!handle.pop(item)) return false;
      popped.add(item);
      return true;
    };
    while (probe.go_on(popped.count)) {
      probe.time_push(push);
      probe.time_pop(pop);
      for (unsigned done = 0; done < Probe::batch; done += burst_) {
        for (unsigned i = 0; i < burst_; ++i) push();
        // The loop pops no more than was pushed, because a yardstick never says empty.
        for (unsigned i = 0; i < burst_ && pop(); ++i) {
        }
      }
    }
    while (Queue::keeps_items && pop()) {
    }
    pushed_ = pushed;
    return popped;
  }

  template <class Probe>
  tally rob(Probe& probe) {
    auto handle = queue_.thief();
    tally stolen;
    while (probe.go_on(stolen.count)) {
      for (unsigned i = 0; i < Probe::batch; ++i) {
        typename Queue::item item{};
        if (handle.steal(item)) {
          stolen.add(item);
          probe.succeeded();
        } else {
          probe.pop_failed();
        }
      }
    }
    return stolen;
  }

  Queue queue_;
  const unsigned thieves_;
  const unsigned burst_;
  std::uint64_t pushed_ = 0;
  per_thread<tally> taken_;
};

}  // namespace schedlab
