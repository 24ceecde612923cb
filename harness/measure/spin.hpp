// Spends time on the CPU without touching memory or a clock: this is what a thread does between its operations.
#pragma once

#include <cstdint>

namespace schedlab {

// A loop of so many turns, about a cycle each. It is never inlined, so that the loop that was calibrated is the one
// that runs.
void spin(std::uint64_t turns);

// Turns per nanosecond, measured against the steady clock once per process (about 0.2 ms). The fastest of several tries
// counts, because a disturbance can only make a try slower.
double spin_turns_per_ns();

}  // namespace schedlab
