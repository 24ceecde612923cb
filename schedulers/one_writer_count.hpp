// A number that one thread raises and any thread may read, a little late. No decision of a protocol depends on it, so
// it does not go through the memory policy: a checker need not explore when it is read.
#pragma once

#include <cstdint>

namespace schedlab {

class one_writer_count {
 public:
  // Only one thread at a time may call this.
  void add(std::uint64_t count = 1) {
    // relaxed: a statistic; nothing else is read because of it.
    __atomic_store_n(&value_, value_ + count, __ATOMIC_RELAXED);
  }
  // relaxed: as above.
  std::uint64_t read() const { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace schedlab
