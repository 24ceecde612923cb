// Does the same work for many numbers, on several operating system threads with a machine each.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "harness/verify/machine/machine.hpp"

namespace schedlab::verify {

// Calls work(machine, i) once for each i below `count`, in rising order as threads come free.
template <class Work>
void in_parallel(std::size_t count, unsigned workers, Work work) {
  std::atomic<std::size_t> next{0};
  const auto take_turns = [&] {
    machine own;
    // relaxed: a ticket; joining the threads orders the rest.
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) work(own, i);
  };
  std::vector<std::thread> others;
  for (unsigned w = 1; w < workers; ++w) others.emplace_back(take_turns);
  take_turns();
  for (std::thread& other : others) other.join();
}

}  // namespace schedlab::verify
