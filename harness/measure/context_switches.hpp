// How often the threads of this process gave their CPU away (waited) or lost it (were preempted). The system counts it, so
// it needs no hardware counters.
#pragma once

#include <cstdint>

namespace schedlab {

struct context_switches {
  std::uint64_t voluntary = 0;
  std::uint64_t involuntary = 0;
  std::uint64_t most_of_one_thread = 0;  // both kinds, among the threads alive

  std::uint64_t all() const { return voluntary + involuntary; }
  friend context_switches operator-(const context_switches& a, const context_switches& b) {
    return {a.voluntary - b.voluntary, a.involuntary - b.involuntary, a.most_of_one_thread - b.most_of_one_thread};
  }
};

// Of all threads so far, those that have ended included; zero where the system does not tell.
context_switches context_switches_so_far();

}  // namespace schedlab
