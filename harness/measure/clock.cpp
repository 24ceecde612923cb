#include "harness/measure/clock.hpp"

#include <time.h>

#include <algorithm>
#include <array>

namespace schedlab {

namespace {

using differences = std::array<std::uint64_t, 1001>;

differences between_readings() {
  differences found;
  for (auto& difference : found) {
    const std::uint64_t begin = ticks();
    difference = ticks() - begin;
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Readings are multiples of the step, so the smallest gap between two different ones is it.
std::uint64_t smallest_step(const differences& sorted) {
  std::uint64_t step = sorted.back();
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] > sorted[i - 1]) step = std::min(step, sorted[i] - sorted[i - 1]);
  }
  return step;
}

tick_rate calibrate() {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  const std::uint64_t first = ticks();
  auto end = begin;
  while (end - begin < std::chrono::milliseconds(5)) end = clock::now();
  const std::uint64_t last = ticks();
  const double ns_per_tick = 1e9 * seconds_between(begin, end) / static_cast<double>(last - first);
  const differences readings = between_readings();
  return {ns_per_tick, static_cast<double>(readings[readings.size() / 2]) * ns_per_tick,
          static_cast<double>(smallest_step(readings)) * ns_per_tick};
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
