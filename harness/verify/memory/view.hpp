// What a thread knows, and what a store passes on. First, how far every other thread had come: a vector clock, which
// decides data races and which operations were over before which. Second, for every atomic location the newest store
// that may not be overlooked any more: a view (J. Kang et al., "A promising semantics for relaxed-memory concurrency",
// POPL 2017).
#pragma once

#include <cstddef>
#include <cstdint>

namespace schedlab::verify {

// The most atomic locations of one execution: under weak memory, where each view holds all of them, and under other
// models.
inline constexpr std::size_t most_locations = 64;
inline constexpr std::size_t most_locations_elsewhere = 1024;

// Eight 16-bit numbers that join in one instruction. A thread's own number counts its plain accesses and finished
// operations, since only those are ever compared.
using lanes = std::int16_t __attribute__((vector_size(16)));

inline lanes larger(lanes a, lanes b) { return a > b ? a : b; }

struct clock {
  lanes times{};

  void join(const clock& other) { times = larger(times, other.times); }
};

// The clock and, per location, the timestamp of the newest store known.
struct view {
  clock known;
  lanes seen[most_locations / 8]{};

  std::int16_t at(std::size_t location) const { return seen[location / 8][location % 8]; }
  void raise(std::size_t location, std::int16_t timestamp) {
    if (at(location) < timestamp) seen[location / 8][location % 8] = timestamp;
  }
  void join_seen(const view& other) {
    for (std::size_t i = 0; i < most_locations / 8; ++i) seen[i] = larger(seen[i], other.seen[i]);
  }
  void join(const view& other) {
    known.join(other.known);
    join_seen(other);
  }
};

}  // namespace schedlab::verify
