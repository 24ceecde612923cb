// Threads pop from a queue that is always empty: what does an idle worker cost, and how much does it disturb others? An
// item is one answer; a pop that yields an item is a wrong one.
#pragma once

#include <atomic>

#include "workloads/queues/checksum.hpp"
#include "workloads/queues/per_thread.hpp"

namespace schedlab {

template <class Queue>
class poll_empty {
 public:
  poll_empty(std::size_t capacity, unsigned threads) : queue_(capacity), threads_(threads), yielded_(threads) {}

  unsigned threads() const { return threads_; }
  std::string role(unsigned thread) const { return "poller " + std::to_string(thread); }
  bool counted(unsigned) const { return true; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    auto handle = queue_.consumer();
    std::uint64_t answers = 0;
    std::uint64_t yielded = 0;
    const auto poll = [&]() __attribute__((always_inline)) {
      typename Queue::item item{};
      yielded += handle.pop(item) ? 1u : 0u;
      ++answers;
      // Without this the compiler would foresee the answers of a queue without atomics.
      std::atomic_signal_fence(std::memory_order_seq_cst);
      return true;
    };
    while (probe.go_on(answers)) {
      probe.time_pop(poll);
      // With one thread the mean of a run is the better figure; see pair.hpp.
      if (threads_ == 1) probe.time_pops(run_length, poll);
      for (unsigned i = 0; i < Probe::batch; ++i) poll();
    }
    yielded_[thread] = yielded;
  }

  std::string verify() {
    if (!Queue::keeps_items) return {};
    std::uint64_t yielded = 0;
    yielded_.each([&](std::uint64_t count) { yielded += count; });
    return yielded == 0 ? "" : std::to_string(yielded) + " pops of an empty queue yielded an item";
  }

 private:
  static constexpr unsigned run_length = 16;

  Queue queue_;
  const unsigned threads_;
  per_thread<std::uint64_t> yielded_;
};

}  // namespace schedlab
