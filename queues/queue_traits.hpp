// What a design declares about itself. The contract tests hold it to these words, reports never compare two designs
// whose words differ without saying so, and a design that is not sound is never timed into a ranking. Bare.
#pragma once

#include "memory/bare.hpp"

namespace schedlab {

enum class design_kind : uint8_t {
  own,        // written here
  peer,       // an adapter over a library
  yardstick,  // a floor or a ceiling: shows what the harness costs or the hardware allows, keeps no promise of a queue
};

enum class multiplicity : uint8_t {
  same_thread,  // not shared at all
  one,          // one thread at a time
  many,
};

enum class item_order : uint8_t {
  fifo,           // in the order of the pushes
  producer_fifo,  // only among the items of one producer
  deque,          // last in first out for the owner, first in first out for thieves
  highest_first,  // by priority, the highest number first; in the order of the pushes among equals
  lowest_first,   // by priority, the lowest number first; in the order of the pushes among equals
  none,
};

// How many items may come out before one that should have come first; this value stands for no bound.
inline constexpr uint32_t unbounded_relaxation = ~uint32_t{0};

enum class progress_guarantee : uint8_t {
  blocking,   // a thread that stalls at the wrong place stops others
  lock_free,  // some thread always gets on
  wait_free,  // every thread gets on within a bounded number of steps
};

enum class try_strength : uint8_t {
  weak,    // may say full or empty although it is not, rather than wait for an unfinished neighbour
  strong,  // says full or empty only if that was true at some moment during the call
};

enum class item_kind : uint8_t {
  movable,  // any type that can be moved
  copied,   // any trivially copyable type
  word,     // an integer or pointer of up to 8 bytes
  index,    // a 32-bit number other than the last one, 2^32 - 1
};

struct queue_traits {
  const char* name;
  design_kind kind = design_kind::own;
  multiplicity producers = multiplicity::many;
  multiplicity consumers = multiplicity::many;
  item_order order = item_order::fifo;
  uint32_t relaxation = 0;  // at most so many items come out before one that should have come first
  bool bounded = false;
  progress_guarantee progress = progress_guarantee::blocking;
  try_strength strength = try_strength::strong;
  bool sound = true;  // false: known to lose, double or hide items; kept for the record
  item_kind item = item_kind::movable;
  bool allocates = false;      // after construction
  bool shared_memory = false;  // may lie in memory shared between processes
  bool may_report_empty_spuriously = false;
  // A pop may say empty although an item is inside whose push is over, because another operation is not over. A caller
  // that must not miss that item asks approximate_size(), which counts it; without that function the caller cannot
  // know.
  bool hides_finished_pushes = false;
  const char* paper = "";

  constexpr bool by_priority() const { return order == item_order::highest_first || order == item_order::lowest_first; }
  constexpr bool strictly_ordered() const { return order != item_order::none && relaxation == 0; }
};

}  // namespace schedlab
