#include "harness/measure/spin.hpp"

#include <algorithm>
#include <chrono>

#include "harness/measure/clock.hpp"

namespace schedlab {
namespace {

double calibrate() {
  constexpr std::uint64_t turns = 20'000;
  double fastest = 0;
  for (int i = 0; i < 20; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    spin(turns);
    const double ns = 1e9 * seconds_between(begin, std::chrono::steady_clock::now());
    fastest = std::max(fastest, static_cast<double>(turns) / ns);
  }
  return fastest;
}

}  // namespace

[[gnu::noinline]] void spin(std::uint64_t turns) {
  // The empty statement keeps the compiler from leaving the loop out.
  for (; turns != 0; --turns) asm volatile("" : "+r"(turns));
}

double spin_turns_per_ns() {
  static const double rate = calibrate();
  return rate;
}

}  // namespace schedlab
