// Opens a counter of this thread's cycles and looks whether it moves: some virtual machines open it and count nothing.
#include "harness/measure/machine/performance_counters.hpp"

#if defined(__linux__)

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace schedlab {

std::string performance_counters_problem() {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_CPU_CYCLES;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  const auto counter = static_cast<int>(::syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
  if (counter < 0) return std::string("not available: ") + std::strerror(errno);
  volatile unsigned busy = 0;
  while (busy < 100'000) busy = busy + 1;
  std::uint64_t cycles = 0;
  const bool counted = ::read(counter, &cycles, sizeof cycles) == static_cast<ssize_t>(sizeof cycles) && cycles != 0;
  ::close(counter);
  return counted ? "" : "not available: the counter opens and counts nothing";
}

}  // namespace schedlab

#else

namespace schedlab {

std::string performance_counters_problem() { return "not available: only read on Linux"; }

}  // namespace schedlab

#endif
