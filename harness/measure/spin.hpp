// Time that passes on the CPU without touching memory or a clock: what a thread does between its operations.
#pragma once

#include <cstdint>

namespace schedlab {

// A loop of so many turns, about a cycle each. Never inlined, so that the calibrated loop is the one that runs.
void spin(std::uint64_t turns);

// Compared with the steady clock once per process (about 0.2 ms): the fastest of several tries, because whatever disturbs
// one only makes it slower.
double spin_turns_per_ns();

}  // namespace schedlab
