// What each thread of a workload pushed to and popped from one queue, and whether that adds up.
#pragma once

#include "workloads/queues/checksum.hpp"
#include "workloads/queues/per_thread.hpp"

namespace schedlab {

struct side {
  std::uint64_t pushed = 0;
  tally popped;
};

// Empty if every pushed item came out or is still inside; otherwise what differs.
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
