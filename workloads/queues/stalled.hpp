// How long others wait for a thread that loses its CPU in the middle of an operation. The victim pushes an item and pops
// one, over and over, and is stalled for 500 us about every millisecond, wherever it is; the witness does the same on the
// same queue and is never stalled. An item is one stall, and its time the longest that the witness went without completing
// an operation while the stall lasted: for a lock-free design hardly more than an operation, for a blocking one up to the
// whole stall, whenever it hit the victim at the wrong place. A stall during which the witness lost its own CPU says
// nothing and is left out.
#pragma once

#include "workloads/queues/sides.hpp"
#include "workloads/queues/staller.hpp"
#include "workloads/queues/stalls.hpp"

namespace schedlab {

template <class Queue>
class stalled {
 public:
  explicit stalled(std::size_t capacity) : queue_(capacity), sides_(2) {}

  unsigned threads() const { return 2; }
  std::string role(unsigned thread) const { return thread == 0 ? "victim" : "witness"; }
  bool counted(unsigned thread) const { return thread == 1; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    if (thread == 0) {
      const staller<Probe> running(log_);
      work(
          thread, probe, [&] { return sides_[0].popped.count; }, [] {});
    } else {
      stall_witness witness(log_, Probe::now());
      std::uint64_t undisturbed_since = 0;
      const auto report = [&](std::uint64_t longest, std::uint64_t begin, std::uint64_t end) {
        if (probe.was_preempted()) undisturbed_since = Probe::now();
        if (begin < undisturbed_since || !probe.count_only(longest)) return;
        ++stalls_.all;
        stalls_.long_waits += 2 * longest > end - begin ? 1 : 0;
      };
      work(
          thread, probe, [&] { return stalls_.all; }, [&] { witness.completed(Probe::now, report); });
    }
  }

  std::string verify() { return difference_of(sides_, queue_); }

  stall_counts figures() const { return stalls_; }

 private:
  // Pushes and pops in turn. A batch is a number of attempts, not of successes: a design that stops answering must not
  // hang the run.
  template <class Probe, class Items, class Completed>
  void work(unsigned thread, Probe& probe, Items items, Completed completed) {
    auto handle = queue_.both();
    side& mine = sides_[thread];
    bool holds_one = false;
    while (probe.go_on(items())) {
      for (unsigned i = 0; i < Probe::batch; ++i) {
        typename Queue::item item{};
        if (!holds_one && handle.push(mine.pushed & item_mask)) {
          ++mine.pushed;
          holds_one = true;
        } else if (holds_one && handle.pop(item)) {
          mine.popped.add(item);
          holds_one = false;
        } else {
          holds_one ? probe.pop_failed() : probe.push_failed();
          continue;
        }
        probe.succeeded();
        completed();
      }
    }
  }

  Queue queue_;
  stall_log log_;
  per_thread<side> sides_;
  stall_counts stalls_;
};

}  // namespace schedlab
