// The memory of a queue: resident bytes of many queues that were only constructed, of the same ones holding `items`
// items each, and of the same ones when all items are out again. Many are made, because the system counts in pages.
#pragma once

#include <memory>
#include <vector>

#include "workloads/queues/checksum.hpp"

namespace schedlab {

struct queue_memory {
  double idle_bytes = 0;     // one queue, constructed
  double filled_bytes = 0;   // the same one with its items
  double drained_bytes = 0;  // the same one without them
  std::string wrong;
};

// ResidentBytes: () -> bytes that this process holds now.
template <class Queue, class ResidentBytes>
queue_memory memory_of(std::size_t capacity, unsigned queues, unsigned items, ResidentBytes resident_bytes) {
  std::vector<std::unique_ptr<Queue>> all(queues);
  const auto before = static_cast<double>(resident_bytes());
  const auto bytes_each = [&] { return (static_cast<double>(resident_bytes()) - before) / queues; };
  queue_memory found;
  for (auto& queue : all) queue = std::make_unique<Queue>(capacity);
  found.idle_bytes = bytes_each();
  for (auto& queue : all) {
    auto handle = queue->alone();
    for (std::uint64_t i = 0; i < items; ++i) {
      if (!handle.push(i)) return {.wrong = "refused item " + std::to_string(i) + " of " + std::to_string(items)};
    }
  }
  found.filled_bytes = bytes_each();
  for (auto& queue : all) {
    auto handle = queue->alone();
    tally out;
    typename Queue::item item{};
    while (out.count < items && handle.pop(item)) out.add(item);
    if (Queue::keeps_items) found.wrong = difference(first_items(items), out);
    if (!found.wrong.empty()) return found;
  }
  found.drained_bytes = bytes_each();
  return found;
}

}  // namespace schedlab
