#include "harness/measure/clock.hpp"

#include <time.h>

#include <algorithm>
#include <array>

namespace schedlab {

namespace {

double median_reading_ticks() {
  std::array<std::uint64_t, 1001> differences;
  for (auto& difference : differences) {
    const std::uint64_t begin = ticks();
    difference = ticks() - begin;
  }
  std::nth_element(differences.begin(), differences.begin() + differences.size() / 2, differences.end());
  return static_cast<double>(differences[differences.size() / 2]);
}

tick_rate calibrate() {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  const std::uint64_t first = ticks();
  auto end = begin;
  while (end - begin < std::chrono::milliseconds(5)) end = clock::now();
  const std::uint64_t last = ticks();
  const double ns_per_tick = 1e9 * seconds_between(begin, end) / static_cast<double>(last - first);
  return {ns_per_tick, median_reading_ticks() * ns_per_tick};
}

}  // namespace

const tick_rate& calibrated_ticks() {
  static const tick_rate rate = calibrate();
  return rate;
}

double process_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace schedlab
