// Time. Windows and everything longer than a microsecond use the steady clock; single operations use the processor's
// time stamp counter where it runs at a constant rate, fenced so that neither the operation nor the reading moves. What
// a reading costs is measured, subtracted from sampled operations, and reported with them.
#pragma once

#include <chrono>
#include <cstdint>

namespace schedlab {

#if defined(__x86_64__)
inline std::uint64_t ticks() {
  std::uint32_t low;
  std::uint32_t high;
  // rdtscp waits for the instructions before it, lfence holds back those behind it.
  asm volatile("rdtscp; lfence" : "=a"(low), "=d"(high) : : "rcx", "memory");
  return std::uint64_t{high} << 32 | low;
}
#else
inline std::uint64_t ticks() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}
#endif

struct tick_rate {
  double ns_per_tick;
  double reading_ns;     // the difference of two readings with nothing between them (median)
  double resolution_ns;  // the smallest step between two different readings (10 ns on some processors)
};

// Compares the counter with the steady clock, once per process (about 5 ms).
const tick_rate& calibrated_ticks();

inline double seconds_between(std::chrono::steady_clock::time_point begin, std::chrono::steady_clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

// CPU seconds that the whole process has used.
double process_cpu_seconds();

}  // namespace schedlab
