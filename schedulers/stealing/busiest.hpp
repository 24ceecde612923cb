// The victim is the worker with the most queued tasks, found by looking at all of them: the choice of the worker-pool
// plan. There is no victim if all seem empty.
#pragma once

#include "victim_policy.hpp"

namespace schedlab {

class busiest_victim final : public victim_policy {
 public:
  const char* name() const override { return "busiest"; }
  unsigned choose(thief& who, const deque_sizes& sizes) const override {
    unsigned busiest = who.self;
    std::size_t most = 0;
    // Begins behind the thief itself, so that among equals the first workers are not robbed by every thief.
    for (unsigned step = 1; step < who.workers; ++step) {
      const unsigned other = (who.self + step) % who.workers;
      const std::size_t queued = sizes.queued(other);
      if (queued > most) {
        most = queued;
        busiest = other;
      }
    }
    return busiest;
  }
};

}  // namespace schedlab
