// What each thread of a workload did to one queue that all of them push to and pop from, and whether it adds up.
#pragma once

#include "workloads/queues/checksum.hpp"
#include "workloads/queues/per_thread.hpp"

namespace schedlab {

struct side {
  std::uint64_t pushed = 0;
  tally popped;
};

// Empty if what was pushed came out, what is left inside included.
template <class Queue>
std::string difference_of(const per_thread<side>& sides, Queue& queue) {
  if (!Queue::keeps_items) return {};
  tally in;
  tally out;
  sides.each([&](const side& part) {
    in.add(first_items(part.pushed));
    out.add(part.popped);
  });
  queue.drain([&](std::uint64_t item) { out.add(item); });
  return difference(in, out);
}

}  // namespace schedlab
