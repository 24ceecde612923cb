// Finds the location of the explored program that an access touches, and whether it may be touched at all. A forbidden
// access ends the execution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/verify/machine/schedule.hpp"
#include "harness/verify/memory/memory_state.hpp"

namespace schedlab::verify {

class location_lookup {
 public:
  location_lookup(memory_state& memory, schedule& threads) : memory_(memory), threads_(threads) {}

  // The location's number. The first access makes the place a location.
  std::size_t atomic_at(const void* at, std::uint8_t size) {
    const std::uint16_t mark = mark_at(at, size);
    if (mark < model_heap::first_location) return add_atomic(at, size);
    const std::size_t index = index_of(mark);
    if (mark != atomic_mark(index)) refuse_other_kind();
    const atomic_location& known = memory_.atomics()[index];
    if (known.address != at || known.size != size) refuse_other_kind();
    return index;
  }
  plain_location& plain_at(const void* at, std::size_t bytes) {
    const std::uint16_t mark = mark_at(at, bytes);
    if (mark < model_heap::first_location) return add_plain(at, bytes);
    if (mark != plain_mark(index_of(mark))) refuse_other_kind();
    return memory_.plains()[index_of(mark)];
  }

  void check_allocated(const void* at, std::size_t bytes) { static_cast<void>(mark_at(at, bytes)); }

 private:
  // The mark of these bytes; all of them must have the same one.
  std::uint16_t mark_at(const void* at, std::size_t bytes) {
    const model_heap& heap = memory_.heap();
    if (heap.contains(at)) {
      const std::uint16_t mark = heap.mark_at(at);
      const bool same = heap.mark_at(static_cast<const std::byte*>(at) + bytes - 1) == mark;
      if (same && mark >= model_heap::unused) return mark;
    }
    refuse(at, bytes);
  }
  [[noreturn]] void refuse(const void* at, std::size_t bytes);
  [[noreturn]] void refuse_other_kind();
  std::size_t add_atomic(const void* at, std::uint8_t size);
  plain_location& add_plain(const void* at, std::size_t bytes);

  // From first_location on, marks alternate between atomic and plain locations.
  static constexpr std::uint16_t atomic_mark(std::size_t index) {
    return static_cast<std::uint16_t>(model_heap::first_location + 2 * index);
  }
  static constexpr std::uint16_t plain_mark(std::size_t index) {
    return static_cast<std::uint16_t>(model_heap::first_location + 2 * index + 1);
  }
  static constexpr std::size_t index_of(std::uint16_t mark) { return (mark - model_heap::first_location) / 2u; }

  memory_state& memory_;
  schedule& threads_;
};

}  // namespace schedlab::verify
