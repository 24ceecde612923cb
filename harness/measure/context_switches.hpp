// How often the threads of this process gave their CPU away (waited) or lost it (were preempted). The system counts it, so
// it needs no hardware counters.
#pragma once

#include <cstdint>
#include <map>

namespace schedlab {

struct context_switches {
  std::uint64_t voluntary = 0;
  std::uint64_t involuntary = 0;
  std::uint64_t most_of_one_thread = 0;  // both kinds, of the threads that were alive at the end

  std::uint64_t all() const { return voluntary + involuntary; }
  context_switches& operator+=(const context_switches& more) {
    voluntary += more.voluntary;
    involuntary += more.involuntary;
    most_of_one_thread += more.most_of_one_thread;
    return *this;
  }
};

// Since the process began.
struct switches_so_far {
  std::uint64_t voluntary = 0;  // of all threads, those that have ended included, as the next
  std::uint64_t involuntary = 0;
  std::map<long, std::uint64_t> of_threads;  // both kinds, of those alive, by the system's number

  context_switches since(const switches_so_far& earlier) const;
};

// Zero where the system does not tell.
switches_so_far context_switches_so_far();

}  // namespace schedlab
