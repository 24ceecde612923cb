// Random numbers that are the same everywhere for the same seed, which std::shuffle and the distributions of libraries are
// not. One generator serves one thread.
// G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
#pragma once

#include <cstdint>

namespace schedlab {

inline constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15;

// 64 bits stirred until each depends on all: a bijection. mix(seed + i * golden_gamma) is the generator's i-th number.
constexpr std::uint64_t mix(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
  return bits ^ bits >> 31;
}

class splitmix {
 public:
  constexpr explicit splitmix(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() { return mix(state_ += golden_gamma); }

  // Below `bound`, close enough to evenly for small bounds.
  constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  constexpr bool one_in(std::uint64_t chances) { return below(chances) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace schedlab
