#include "harness/measure/flag_round_trip.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "harness/measure/clock.hpp"
#include "harness/measure/placement.hpp"
#include "queues/memory/bare.hpp"

namespace schedlab {

namespace {

struct flags {
  alignas(cache_line) std::atomic<std::uint64_t> there{0};
  alignas(cache_line) std::atomic<std::uint64_t> back{0};
};

constexpr std::uint64_t last = ~std::uint64_t{0};

void answer(flags& shared, int cpu) {
  pin_this_thread(cpu);
  std::uint64_t seen = 0;
  while (seen != last) {
    const std::uint64_t now = shared.there.load(std::memory_order_acquire);
    if (now == seen) continue;
    seen = now;
    shared.back.store(seen, std::memory_order_release);
  }
}

// It runs in a thread of its own, so that the caller keeps its placement.
void ask(flags& shared, int cpu, double seconds, double& median_ns) {
  using clock = std::chrono::steady_clock;
  constexpr std::uint64_t trips = 500;
  pin_this_thread(cpu);
  std::vector<double> runs;
  std::uint64_t number = 0;
  const auto began = clock::now();
  for (auto now = began; seconds_between(began, now) < seconds || runs.size() < 3;) {
    const auto begin = now;
    for (std::uint64_t i = 0; i < trips; ++i) {
      shared.there.store(++number, std::memory_order_release);
      while (shared.back.load(std::memory_order_acquire) != number) {
      }
    }
    now = clock::now();
    runs.push_back(1e9 * seconds_between(begin, now) / trips);
  }
  shared.there.store(last, std::memory_order_release);
  std::nth_element(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2), runs.end());
  median_ns = runs[runs.size() / 2];
}

}  // namespace

double flag_round_trip_ns(double seconds) {
  const auto cpus = allowed_cpus();
  if (cpus.size() < 2) return 0;
  flags shared;
  double median_ns = 0;
  std::thread answering(answer, std::ref(shared), cpus[1]);
  std::thread asking(ask, std::ref(shared), cpus[0], seconds, std::ref(median_ns));
  asking.join();
  answering.join();
  return median_ns;
}

}  // namespace schedlab
