#include "harness/run/probe.hpp"

#include <algorithm>

namespace schedlab {

bool probe::enter(phase now, std::uint64_t items) {
  const auto time = std::chrono::steady_clock::now();
  if (now == phase::measuring) {
    begin_ = time;
    begin_items_ = items;
    begun_.store(true, std::memory_order_relaxed);
  } else {
    end_ = time;
    end_items_ = items;
    ended_ = true;
  }
  seen_ = now;
  return now != phase::over;
}

void probe::record(std::uint64_t ticks, timed& kind) {
  kind.add({ticks, 1, 1});
  latency_.record(static_cast<std::uint64_t>(static_cast<double>(ticks) * calibrated_ticks().ns_per_tick + 0.5));
}

double probe::timed::total_ns() const {
  const tick_rate& rate = calibrated_ticks();
  return std::max(0.0, static_cast<double>(ticks) * rate.ns_per_tick - static_cast<double>(readings) * rate.reading_ns);
}

}  // namespace schedlab
