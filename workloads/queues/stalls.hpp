// When one thread was stalled, and how long another had to wait meanwhile. Times are readings of any one clock.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace schedlab {

// The stalled thread writes it, possibly in a signal handler; one other thread reads it.
class stall_log {
 public:
  void begin(std::uint64_t now) {
    const std::uint64_t number = begun_.load(std::memory_order_relaxed);  // relaxed: the stalled thread's own
    at(number).begin.store(now, std::memory_order_relaxed);               // relaxed: published by the count
    // release: pairs with the acquire in begun.
    begun_.store(number + 1, std::memory_order_release);
  }
  void end(std::uint64_t now) {
    const std::uint64_t number = ended_.load(std::memory_order_relaxed);  // relaxed: the stalled thread's own
    at(number).end.store(now, std::memory_order_relaxed);                 // relaxed: published by the count
    // release: pairs with the acquire in ended.
    ended_.store(number + 1, std::memory_order_release);
  }

  std::uint64_t begun() const { return begun_.load(std::memory_order_acquire); }  // pairs with the release in begin
  std::uint64_t ended() const { return ended_.load(std::memory_order_acquire); }  // pairs with the release in end

  std::uint64_t begin_of(std::uint64_t number) const {
    return at(number).begin.load(std::memory_order_relaxed);  // relaxed: begun was acquired
  }
  std::uint64_t end_of(std::uint64_t number) const {
    return at(number).end.load(std::memory_order_relaxed);  // relaxed: ended was acquired
  }

 private:
  // A reader never lags behind by so many stalls.
  static constexpr std::uint64_t kept = 4096;

  struct stall {
    std::atomic<std::uint64_t> begin{0};
    std::atomic<std::uint64_t> end{0};
  };

  stall& at(std::uint64_t number) { return stalls_[number % kept]; }
  const stall& at(std::uint64_t number) const { return stalls_[number % kept]; }

  std::atomic<std::uint64_t> begun_{0};
  std::atomic<std::uint64_t> ended_{0};
  std::array<stall, kept> stalls_;
};

// What a witness saw.
struct stall_counts {
  std::uint64_t all = 0;
  std::uint64_t long_waits = 0;  // it waited longer than half of the stall

  double share_of_long_waits() const {
    return all == 0 ? 0 : static_cast<double>(long_waits) / static_cast<double>(all);
  }
};

// A thread that wants to get on, and tells of each operation that it completed. It may lose its CPU at any moment, between
// two lines of this too: so the clock is read after the look at what has begun, and what ended after that reading is not
// over yet. The rest of such a stall belongs to the next operation.
class stall_witness {
 public:
  stall_witness(const stall_log& log, std::uint64_t now) : log_(log), last_(now) {}

  // Calls report(longest wait, begin and end of the stall) for every stall that is over. The wait is the longest time
  // without a completed operation, as far as it lay within the stall. `clock` returns the time.
  template <class Clock, class Report>
  void completed(Clock clock, Report report) {
    const std::uint64_t begun = log_.begun();
    const std::uint64_t now = clock();
    while (seen_ != begun) {
      const std::uint64_t begin = log_.begin_of(seen_);
      const bool over = seen_ != log_.ended() && log_.end_of(seen_) <= now;
      const std::uint64_t end = over ? log_.end_of(seen_) : now;
      const std::uint64_t from = std::max(last_, begin);
      if (end > from) longest_ = std::max(longest_, end - from);
      if (!over) break;
      report(longest_, begin, end);
      longest_ = 0;
      ++seen_;
    }
    last_ = now;
  }

 private:
  const stall_log& log_;
  std::uint64_t last_;
  std::uint64_t seen_ = 0;
  std::uint64_t longest_ = 0;
};

}  // namespace schedlab
