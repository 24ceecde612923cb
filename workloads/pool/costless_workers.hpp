// The workers of a scheduler that costs nothing: a task goes to whoever is free first, in order of arrival. What tasks
// wait for there is the load's own doing, and no scheduler can take it away (M/D/c where they arrive at random and all
// work for as long).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace schedlab {

class costless_workers {
 public:
  explicit costless_workers(unsigned count) {
    for (unsigned i = 0; i < count; ++i) free_at_.push(0);
  }

  // When a task would start that arrives then, no earlier than the one before it, and works for so long.
  std::uint64_t start_of(std::uint64_t arrival, std::uint64_t duration) {
    const std::uint64_t start = std::max(arrival, free_at_.top());
    free_at_.pop();
    free_at_.push(start + duration);
    return start;
  }

 private:
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> free_at_;
};

}  // namespace schedlab
