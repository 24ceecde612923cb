// Pushes with a priority if the queue takes one: a number from 0 to 1023 that follows from the item's number, so that
// it need not be remembered.
#pragma once

#include <cstdint>

namespace schedlab {

// What priorities mean to a queue: nothing, or which of them comes out first.
enum class priority_use { none, highest_first, lowest_first };

// The steps of a mixing function: neighbouring numbers have unrelated priorities, all equally often.
constexpr std::int32_t priority_of(std::uint64_t number) {
  std::uint32_t mixed = static_cast<std::uint32_t>(number) * 0x9E3779B1u;
  mixed = (mixed ^ (mixed >> 15)) * 0x85EBCA77u;
  return static_cast<std::int32_t>(mixed >> 22);
}

// The item with the lesser rank comes out first; among equals, the one that was pushed first.
constexpr std::int32_t rank_by_priority(priority_use use, std::uint64_t number) {
  if (use == priority_use::none) return 0;
  return use == priority_use::lowest_first ? priority_of(number) : -priority_of(number);
}

template <class Queue, class Handle>
[[gnu::always_inline]] inline bool push_with_priority(Handle& handle, std::uint64_t number) {
  if constexpr (Queue::priorities == priority_use::none) {
    return handle.push(number);
  } else {
    return handle.push(number, priority_of(number));
  }
}

}  // namespace schedlab
