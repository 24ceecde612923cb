// The bare round trip of a flag between two pinned threads: the price of two cache-line transfers, and nothing else. On
// virtual machines it jumps by factors while a process runs, because the virtual CPUs are moved; so every sample of two
// or more threads is taken between two of these, and two samples are compared only if they were taken in the same mode.
#pragma once

namespace schedlab {

// Nanoseconds, the median of short runs over about `seconds`; 0 where there is only one CPU to use.
double flag_round_trip_ns(double seconds = 0.004);

}  // namespace schedlab
