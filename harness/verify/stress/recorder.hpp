// Records a native run: a log per thread with each operation, its answer, and its times. The memory is taken and
// touched beforehand, and a thread writes to its own log alone, so threads meet only where the queue makes them meet.
//
// The clock is the time stamp counter between fences (harness/measure/clock.hpp): no part of an operation runs before
// the first reading, and none behind the second. That is not enough for its stores, which may wait in the store buffer
// when the counter is read; an operation that begins later by the clock could still miss them. So a full fence stands
// before the second reading: an operation is over when the other threads can see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <vector>

#include "harness/measure/clock.hpp"
#include "harness/verify/history/timed_history.hpp"
#include "queues/memory/native_memory.hpp"

namespace schedlab::verify {

class recorder {
 public:
  class alignas(cache_line) log {
   public:
    log(std::uint8_t thread, std::size_t operations) : thread_(thread), entries_(operations) {}

    // Runs `act(item)`, which returns the answer, and which sets the item if it takes one out.
    template <class Act>
    [[gnu::always_inline]] answer record(verb asked, std::uint64_t item, Act act) {
      if (used_ == entries_.size()) throw std::length_error("more operations than the log has room for");
      const std::uint64_t began = ticks();
      const answer said = act(item);
      native_memory::fence(order::seq_cst);
      const std::uint64_t ended = ticks();
      entries_[used_++] = {{asked, said, thread_, item}, began, ended};
      return said;
    }

    std::size_t size() const { return used_; }
    void clear() { used_ = 0; }

   private:
    friend recorder;
    std::uint8_t thread_;
    std::vector<timed_operation> entries_;
    std::size_t used_ = 0;
  };

  // Threads are numbered in the order in which their logs are added. Add all logs before the threads start.
  log& add_log(std::size_t operations) {
    return logs_.emplace_back(static_cast<std::uint8_t>(logs_.size()), operations);
  }

  // The operations of all threads, in the order in which they began. The threads must have ended.
  std::vector<timed_operation> history() const;

 private:
  std::deque<log> logs_;
};

// How long recording takes per operation, measured with an operation that does nothing.
double recording_cost_ns();

}  // namespace schedlab::verify
