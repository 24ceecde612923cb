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

// Readings are multiples of the step, so the step is the smallest difference between two readings that differ.
std::uint64_t smallest_step(const differences& sorted) {
  std::uint64_t step = sorted.back();
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] > sorted[i - 1]) step = std::min(step, sorted[i] - sorted[i - 1]);
  }
  return step;
}

struct moment {
  std::chrono::steady_clock::time_point time;
  std::uint64_t ticks;
};

// Reads both clocks several times and returns the pair that lies closest together: a thread that loses its CPU between
// the two readings would take that time for a difference.
moment now_on_both() {
  moment best{};
  std::uint64_t smallest_gap = ~std::uint64_t{0};
  for (int i = 0; i < 10; ++i) {
    const std::uint64_t before = ticks();
    const auto time = std::chrono::steady_clock::now();
    const std::uint64_t gap = ticks() - before;
    if (gap < smallest_gap) best = {time, before + gap / 2};
    smallest_gap = std::min(smallest_gap, gap);
  }
  return best;
}

tick_rate calibrate() {
  const moment first = now_on_both();
  while (std::chrono::steady_clock::now() - first.time < std::chrono::milliseconds(5)) {
  }
  const moment last = now_on_both();
  const double ns_per_tick =
      1e9 * seconds_between(first.time, last.time) / static_cast<double>(last.ticks - first.ticks);
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
