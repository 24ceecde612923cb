// Which worker a thief tries to rob next. Chosen at run time. A policy has no state that changes: what it remembers of
// a thief lies in that thief's record.
#pragma once

#include <cstddef>
#include <cstdint>

namespace schedlab {

// What one thief remembers.
struct thief {
  unsigned self = 0;
  unsigned workers = 1;
  unsigned attempt = 0;      // fruitless ones in a row
  unsigned last_victim = 0;  // the thief's own number: none yet
  std::uint64_t random_state = 0;

  // xorshift64* (S. Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", TOMS 2016).
  std::uint32_t random() {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return static_cast<std::uint32_t>((random_state * 0x2545f4914f6cdd1du) >> 32);
  }
  // Any other worker, all with the same probability.
  unsigned random_other() {
    const auto other = static_cast<unsigned>((std::uint64_t{random()} * (workers - 1)) >> 32);
    return other < self ? other : other + 1;
  }
};

// About how many jobs lie in each worker's deque.
class deque_sizes {
 public:
  virtual ~deque_sizes() = default;
  virtual std::size_t queued(unsigned worker) const = 0;
};

class victim_policy {
 public:
  virtual ~victim_policy() = default;
  virtual const char* name() const = 0;
  // The number of another worker, or the thief's own number if none is worth a try. There are at least two workers.
  virtual unsigned choose(thief& who, const deque_sizes& sizes) const = 0;
};

}  // namespace schedlab
