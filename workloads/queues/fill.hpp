// Puts the first items into a queue, before any thread is timed.
#pragma once

#include "workloads/queues/checksum.hpp"
#include "workloads/queues/priorities.hpp"

namespace schedlab {

// Pushes the items 0 to `count` - 1 and returns how many the queue took. A weak queue may refuse although there is room;
// one that refuses a thousand times in a row is full.
template <class Queue>
std::uint64_t fill(Queue& queue, std::uint64_t count) {
  constexpr unsigned patience = 1000;
  auto handle = queue.alone();
  std::uint64_t inside = 0;
  for (unsigned refusals = 0; inside < count && refusals < patience;) {
    const bool taken = push_with_priority<Queue>(handle, inside & item_mask);
    inside += taken ? 1 : 0;
    refusals = taken ? 0 : refusals + 1;
  }
  return inside;
}

// Empty if the queue took all of them; otherwise how many it took.
inline std::string refusal(std::uint64_t inside, std::uint64_t count) {
  if (inside == count) return {};
  return "took only " + std::to_string(inside) + " of " + std::to_string(count) + " items, alone with one thread";
}

}  // namespace schedlab
