// One counter that all threads raise without disturbing each other: each has a slot on cache lines of its own, found by
// its number. Threads beyond the 256th at once share one slot and pay for it.
//
// Who may call what: any thread add(); sum() and reset() when no task runs, which the scheduler's run() or drain() orders.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "workloads/apart.hpp"
#include "workloads/pool/thread_number.hpp"

namespace schedlab {

class tallies {
 public:
  void add(std::uint64_t count) {
    const unsigned thread = thread_number::mine();
    if (thread < own_slots) [[likely]] {
      std::atomic<std::uint64_t>& mine = slots_[thread].count;
      // relaxed: only this thread writes it; the end of the round orders the thread that sums.
      const std::uint64_t before = mine.load(std::memory_order_relaxed);
      // relaxed: as above.
      mine.store(before + count, std::memory_order_relaxed);
    } else {
      // relaxed: only the sum counts.
      slots_[own_slots].count.fetch_add(count, std::memory_order_relaxed);
    }
  }

  std::uint64_t sum() const {
    std::uint64_t all = 0;
    // relaxed: no task runs.
    for (const slot& each : slots_) all += each.count.load(std::memory_order_relaxed);
    return all;
  }

  void reset() {
    // relaxed: no task runs.
    for (slot& each : slots_) each.count.store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr unsigned own_slots = 256;

  struct alignas(apart) slot {
    std::atomic<std::uint64_t> count{0};
  };
  std::vector<slot> slots_ = std::vector<slot>(own_slots + 1);
};

}  // namespace schedlab
