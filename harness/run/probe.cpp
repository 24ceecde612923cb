#include "harness/run/probe.hpp"

#include <algorithm>

namespace schedlab {

bool probe::enter(phase now, std::uint64_t items) {
  const auto time = std::chrono::steady_clock::now();
  if (now == phase::measuring) {
    begin_ = time;
    begin_items_ = items;
    begun_ = true;
  } else {
    end_ = time;
    end_items_ = items;
    ended_ = true;
  }
  seen_ = now;
  return now != phase::over;
}

void probe::record(std::uint64_t ticks, sampled& kind) {
  kind.ticks += ticks;
  kind.count += 1;
  latency_.record(static_cast<std::uint64_t>(static_cast<double>(ticks) * calibrated_ticks().ns_per_tick + 0.5));
}

double probe::sampled::mean_ns() const {
  if (count == 0) return 0;
  const tick_rate& rate = calibrated_ticks();
  const double mean = static_cast<double>(ticks) * rate.ns_per_tick / static_cast<double>(count);
  return std::max(0.0, mean - rate.reading_ns);
}

double probe::timed_s() const {
  const tick_rate& rate = calibrated_ticks();
  const double ns =
      static_cast<double>(timed_ticks_) * rate.ns_per_tick - static_cast<double>(timed_runs_) * rate.reading_ns;
  return 1e-9 * std::max(0.0, ns);
}

}  // namespace schedlab
