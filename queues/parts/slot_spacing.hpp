// How far apart the slots of a ring lie: as close as they fit (four slots of a word share a line), or each on a line of
// its own. Close slots save fetching lines where one thread goes through several; with slots apart, two threads at
// neighbouring slots do not fight for a line, and the ring is four times as large. Bare.
#pragma once

#include "../memory/bare.hpp"

namespace schedlab {

enum class slot_spacing : uint8_t { packed, padded };

// The alignment of the 8-byte turn at the head of a slot, and so of the whole slot.
constexpr size_t turn_alignment(slot_spacing spacing) {
  return spacing == slot_spacing::padded ? cache_line : sizeof(uint64_t);
}

}  // namespace schedlab
