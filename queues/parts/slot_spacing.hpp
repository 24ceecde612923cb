// How far apart the slots of a ring lie: as close as they fit, four of a word each to a line, or each on a line of its own.
// Close ones share the fetching of a line where one thread goes through several; apart, two threads at neighbouring
// slots do not fight for it, and the ring is four times as large. Bare.
#pragma once

#include "../memory/bare.hpp"

namespace schedlab {

enum class slot_spacing : uint8_t { packed, padded };

// What the 8-byte turn at the head of a slot is aligned to, and the whole slot with it.
constexpr size_t turn_alignment(slot_spacing spacing) {
  return spacing == slot_spacing::padded ? cache_line : sizeof(uint64_t);
}

}  // namespace schedlab
