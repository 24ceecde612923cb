// The workers of a scheduler that costs nothing: each task, in order of arrival, goes to the worker that is free first.
// The load alone causes the time that tasks wait there, and no scheduler can avoid it (M/D/c if they arrive at random
// and all take equally long).
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

  // When a task starts that arrives at `arrival`, no earlier than the one before it, and takes `duration`.
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
