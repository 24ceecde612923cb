// Threads push into a bounded queue that is full: what a refusal costs. An item is one refusal; a push that is accepted is
// a wrong answer.
#pragma once

#include <atomic>

#include "workloads/queues/checksum.hpp"
#include "workloads/queues/fill.hpp"
#include "workloads/queues/per_thread.hpp"

namespace schedlab {

template <class Queue>
class push_full {
 public:
  push_full(std::size_t capacity, unsigned threads)
      : queue_(capacity),
        threads_(threads),
        filled_(fill(queue_, capacity)),
        wrong_(refusal(filled_, capacity)),
        accepted_(threads) {}

  unsigned threads() const { return threads_; }
  std::string role(unsigned thread) const { return "pusher " + std::to_string(thread); }
  bool counted(unsigned) const { return true; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    auto handle = queue_.producer();
    std::uint64_t answers = 0;
    std::uint64_t accepted = 0;
    const auto push = [&]() __attribute__((always_inline)) {
      accepted += handle.push(answers & item_mask) ? 1u : 0u;
      ++answers;
      // Without this the compiler would foresee the answers of a queue without atomics.
      std::atomic_signal_fence(std::memory_order_seq_cst);
      return true;
    };
    while (probe.go_on(answers)) {
      probe.time_push(push);
      // With one thread the mean of a run is the better figure; see pair.hpp.
      if (threads_ == 1) probe.time_pushes(run_length, push);
      for (unsigned i = 0; i < Probe::batch; ++i) push();
    }
    accepted_[thread] = accepted;
  }

  // Exactly the items that were inside before must be inside afterwards.
  std::string verify() {
    if (!wrong_.empty()) return wrong_;
    std::uint64_t accepted = 0;
    accepted_.each([&](std::uint64_t count) { accepted += count; });
    if (accepted != 0) return std::to_string(accepted) + " pushes into a full queue were accepted";
    tally out;
    queue_.drain([&](std::uint64_t item) { out.add(item); });
    return difference(first_items(filled_), out);
  }

 private:
  static constexpr unsigned run_length = 16;

  Queue queue_;
  const unsigned threads_;
  const std::uint64_t filled_;
  const std::string wrong_;
  per_thread<std::uint64_t> accepted_;
};

}  // namespace schedlab
