// Random numbers that are the same everywhere for the same seed, one generator per thread.
// G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
#pragma once

#include <cstdint>

namespace schedlab::verify {

class splitmix {
 public:
  explicit splitmix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
  }

  // Below `bound`, close enough to evenly for small bounds.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  bool one_in(std::uint64_t chances) { return below(chances) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace schedlab::verify
