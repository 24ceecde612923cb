// When a thread stands back for a moment, so that others get ahead. It waits for no event: it only takes time. Bare.
#pragma once

#include "../memory/bare.hpp"

namespace schedlab {

struct no_backoff {
  template <class Memory>
  void after_loss() {}
};

// Stands back after a compare-exchange was lost to another thread: twice as long as the last time. T. E. Anderson, "The
// performance of spin lock alternatives for shared-memory multiprocessors", TPDS 1990.
class exponential_backoff {
 public:
  template <class Memory>
  void after_loss() {
    Memory::stand_back(pauses_);
    if (pauses_ != most_pauses) pauses_ *= 2;
  }

 private:
  static constexpr unsigned most_pauses = 64;

  // A pause shorter than the time it takes to fetch a line from another core would let no thread get ahead.
  unsigned pauses_ = 8;
};

// Stands back after a try that found no item (or no room), because the thread has caught up with the other side: the
// longer, the more items the queue has moved since the last such try. In a stream the two sides thus get away from each
// other and stay on different lines. A thread that awaits the answer to a single item stands back for less time than an
// answer takes to come. A thread that tries again and again while nothing moves does not stand back at all.
class run_length_backoff {
 public:
  explicit run_length_backoff(uint64_t position) : position_(position) {}

  // `position` is where in the queue's order the try gave up.
  template <class Memory>
  void after_failure(uint64_t position) {
    position_ = stand_back<Memory>(position_, position);
  }

 private:
  static constexpr uint64_t longest_run = 32;

  // This is out of line and passes values, so that a loop of tries keeps its registers, which is worth 2 ns an item.
  template <class Memory>
  [[gnu::noinline]] static uint64_t stand_back(uint64_t from, uint64_t to) {
    const uint64_t run = to - from;
    Memory::stand_back(2 * static_cast<unsigned>(run < longest_run ? run : longest_run));
    return to;
  }

  uint64_t position_;
};

}  // namespace schedlab
