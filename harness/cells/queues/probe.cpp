#include "harness/cells/queues/probe.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "harness/measure/placement.hpp"

namespace schedlab {

bool probe::enter(phase now, std::uint64_t items) {
  if (now == phase::measuring) lost_.begin();
  const auto time = std::chrono::steady_clock::now();
  if (now == phase::measuring) {
    begin_ = time;
    begin_items_ = items;
    wait_began_ = ticks();
    begun_.store(true, std::memory_order_relaxed);
  } else {
    end_ = time;
    end_items_ = items;
    ended_ = true;
    if (has_begun()) lost_.end();
  }
  seen_ = now;
  return now != phase::over;
}

// The part of a wait that lies behind the window does not count: there the other threads have stopped and serve no one.
void probe::note_wait() {
  if (seen_ == phase::measuring && !is_over()) longest_wait_ = std::max(longest_wait_, ticks() - wait_began_);
}

void probe::keep_waiting() {
  if (failures_in_a_row_ == long_row) {
    wait_began_ = ticks();
  } else {
    note_wait();
  }
  if (yields_) std::this_thread::yield();
}

bool probe::count_only(std::uint64_t waited) {
  if (seen_ != phase::measuring) return false;
  record(waited, only_runs_);
  return true;
}

bool probe::was_preempted() {
  const std::uint64_t now = times_preempted();
  return std::exchange(preemptions_, now) != now;
}

double probe::longest_wait_ns() const {
  return std::max(static_cast<double>(longest_wait_) * calibrated_ticks().ns_per_tick,
                  static_cast<double>(latency_.max()));
}

void probe::record(std::uint64_t ticks, timed& kind) {
  kind.add({ticks, 1, 1});
  latency_.record(
      static_cast<std::uint64_t>(std::llround(static_cast<double>(ticks) * calibrated_ticks().ns_per_tick)));
}

double probe::timed::total_ns() const {
  const tick_rate& rate = calibrated_ticks();
  return std::max(0.0, static_cast<double>(ticks) * rate.ns_per_tick - static_cast<double>(readings) * rate.reading_ns);
}

}  // namespace schedlab
