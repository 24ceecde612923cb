// How often the threads of this process gave up their CPU (because they waited) or lost it (because they were
// preempted). The system counts that, so it needs no hardware counters.
#pragma once

#include <cstdint>
#include <map>

namespace schedlab {

struct context_switches {
  std::uint64_t voluntary = 0;
  std::uint64_t involuntary = 0;
  std::uint64_t most_of_one_thread = 0;  // both kinds, of the threads that are alive at the end

  std::uint64_t all() const { return voluntary + involuntary; }
  context_switches& operator+=(const context_switches& more) {
    voluntary += more.voluntary;
    involuntary += more.involuntary;
    most_of_one_thread += more.most_of_one_thread;
    return *this;
  }
};

// The counts since the process began.
struct switches_so_far {
  std::uint64_t voluntary = 0;  // of all threads, also of those that have ended; so are the next
  std::uint64_t involuntary = 0;
  std::map<long, std::uint64_t> of_threads;  // both kinds, of the threads that are alive, by the system's thread number

  context_switches since(const switches_so_far& earlier) const;
};

// All counts are zero where the system does not tell.
switches_so_far context_switches_so_far();

}  // namespace schedlab
