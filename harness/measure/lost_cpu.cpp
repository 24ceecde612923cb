// Compares processor time with wall time. A switch counts as voluntary if the thread had to wait, but not if it offered
// its CPU to others (sched_yield) and one of them took it.
#include "harness/measure/lost_cpu.hpp"

#include <time.h>

#include <algorithm>

#include "harness/measure/clock.hpp"
#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace schedlab {
namespace {

double thread_cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

#if defined(__linux__)
constexpr bool system_counts_sleeps = true;
std::uint64_t times_slept() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  return static_cast<std::uint64_t>(used.ru_nvcsw);
}
#else
constexpr bool system_counts_sleeps = false;
std::uint64_t times_slept() { return 0; }
#endif

}  // namespace

void lost_cpu::begin() {
  sleeps_begin_ = times_slept();
  cpu_begin_s_ = thread_cpu_seconds();
  wall_begin_ = std::chrono::steady_clock::now();
}

void lost_cpu::end() {
  wall_s_ += seconds_between(wall_begin_, std::chrono::steady_clock::now());
  cpu_s_ += thread_cpu_seconds() - cpu_begin_s_;
  sleeps_ += times_slept() - sleeps_begin_;
}

std::optional<double> lost_cpu::share() const {
  if (!system_counts_sleeps || sleeps_ != 0 || wall_s_ <= 0) return std::nullopt;
  return std::clamp(1 - cpu_s_ / wall_s_, 0.0, 1.0);
}

}  // namespace schedlab
