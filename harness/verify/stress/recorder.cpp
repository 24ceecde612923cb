#include "harness/verify/stress/recorder.hpp"

#include <algorithm>
#include <chrono>

namespace schedlab::verify {

std::vector<timed_operation> recorder::history() const {
  std::vector<timed_operation> merged;
  for (const log& one : logs_) {
    merged.insert(merged.end(), one.entries_.begin(), one.entries_.begin() + static_cast<std::ptrdiff_t>(one.used_));
  }
  std::sort(merged.begin(), merged.end(),
            [](const timed_operation& a, const timed_operation& b) { return a.began < b.began; });
  return merged;
}

// The least of several runs, because an interruption can only add to a run.
double recording_cost_ns() {
  constexpr std::size_t operations = 4096;
  constexpr int runs = 16;
  recorder all;
  recorder::log& mine = all.add_log(operations);
  double least = 1e9;
  for (int run = 0; run < runs; ++run) {
    mine.clear();
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < operations; ++i) {
      mine.record(verb::push, i, [](std::uint64_t&) { return answer::ok; });
    }
    const double seconds = seconds_between(begin, std::chrono::steady_clock::now());
    least = std::min(least, 1e9 * seconds / static_cast<double>(operations));
  }
  return least;
}

}  // namespace schedlab::verify
