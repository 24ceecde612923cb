// Memory of a queue: resident bytes of many that were only constructed, and of the same ones holding `items` items
// each. Many, because the system counts in pages.
#pragma once

#include <memory>
#include <vector>

#include "workloads/queues/checksum.hpp"

namespace schedlab {

struct queue_memory {
  double idle_bytes = 0;    // one queue, constructed
  double filled_bytes = 0;  // the same one with its items
  std::string wrong;
};

// ResidentBytes: () -> bytes that this process holds now.
template <class Queue, class ResidentBytes>
queue_memory memory_of(std::size_t capacity, unsigned items, ResidentBytes resident_bytes) {
  constexpr std::size_t queues = 128;
  std::vector<std::unique_ptr<Queue>> all(queues);
  const auto before = static_cast<double>(resident_bytes());
  for (auto& queue : all) queue = std::make_unique<Queue>(capacity);
  const auto idle = static_cast<double>(resident_bytes());
  for (auto& queue : all) {
    auto handle = queue->alone();
    for (std::uint64_t i = 0; i < items; ++i) {
      if (!handle.push(i)) return {0, 0, "refused item " + std::to_string(i) + " of " + std::to_string(items)};
    }
  }
  const auto filled = static_cast<double>(resident_bytes());
  return {(idle - before) / queues, (filled - before) / queues, {}};
}

}  // namespace schedlab
