// How a spinning thread passes its time: it pauses a number of times, and from then on lets other threads run each
// time, because the thread that it waits for may have lost its CPU. Bare.
#pragma once

#include "../memory/bare.hpp"

namespace schedlab {

template <class Memory>
class spin_wait {
 public:
  void once() {
    if (pauses_ == most_pauses) return Memory::yield();
    ++pauses_;
    Memory::pause();
  }

 private:
  static constexpr uint32_t most_pauses = 64;

  uint32_t pauses_ = 0;
};

}  // namespace schedlab
