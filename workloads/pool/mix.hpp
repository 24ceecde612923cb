// 64 bits stirred until each depends on all: the output function of SplitMix64, a bijection. mix(seed + i * golden_gamma)
// is that generator's i-th number.
// G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
#pragma once

#include <cstdint>

namespace schedlab {

inline constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15;

constexpr std::uint64_t mix(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
  return bits ^ bits >> 31;
}

}  // namespace schedlab
