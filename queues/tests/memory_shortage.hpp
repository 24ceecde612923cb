// Lets a thread, or whichever thread it is, find no memory at a chosen allocation. It takes an executable that asks, in its
// operators new: see allocation_count.hpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace schedlab::contract {

class memory_shortage {
 public:
  enum class lasting { once, from_then_on };

  // The nth allocation while this lives fails, counted from 1: that one alone, or all later ones as well.
  memory_shortage(std::uint64_t nth, lasting how_long) : nth_(nth), how_long_(how_long) {}

  // Does something during which the calling thread's allocations are counted, and may fail.
  template <class Operation>
  decltype(auto) during(Operation operation) {
    const felt here(this);
    return operation();
  }

  std::uint64_t failures() const { return failures_; }

  // Called for every allocation.
  static bool strikes() { return felt_now != nullptr && felt_now->strikes_next(); }

 private:
  class felt {
   public:
    explicit felt(memory_shortage* shortage) : before_(felt_now) { felt_now = shortage; }
    felt(const felt&) = delete;
    felt& operator=(const felt&) = delete;
    ~felt() { felt_now = before_; }

   private:
    memory_shortage* const before_;
  };

  bool strikes_next() {
    ++allocations_;
    const bool now = how_long_ == lasting::once ? allocations_ == nth_ : allocations_ >= nth_;
    if (now) ++failures_;
    return now;
  }

  static inline thread_local memory_shortage* felt_now = nullptr;

  const std::uint64_t nth_;
  const lasting how_long_;
  std::uint64_t allocations_ = 0;
  std::uint64_t failures_ = 0;
};

// While one of these lives, the nth allocation that any thread makes fails, counted from 1.
class shortage_for_all {
 public:
  explicit shortage_for_all(std::uint64_t nth) { left = nth; }
  shortage_for_all(const shortage_for_all&) = delete;
  shortage_for_all& operator=(const shortage_for_all&) = delete;
  ~shortage_for_all() { left = 0; }

  // Whether that allocation has been made.
  static bool has_struck() { return left == 0; }

  // Called for every allocation.
  static bool strikes() {
    std::uint64_t now = left.load(std::memory_order_relaxed);
    while (now != 0) {
      if (left.compare_exchange_weak(now, now - 1)) return now == 1;
    }
    return false;
  }

 private:
  static inline std::atomic<std::uint64_t> left{0};
};

}  // namespace schedlab::contract
