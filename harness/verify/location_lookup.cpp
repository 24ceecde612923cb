#include "harness/verify/location_lookup.hpp"

#include <fmt/format.h>

namespace schedlab::verify {
namespace {

constexpr std::uint16_t atomic_mark(std::size_t index) {
  return static_cast<std::uint16_t>(model_heap::first_location + 2 * index);
}
constexpr std::uint16_t plain_mark(std::size_t index) {
  return static_cast<std::uint16_t>(model_heap::first_location + 2 * index + 1);
}
constexpr std::size_t index_of(std::uint16_t mark) { return (mark - model_heap::first_location) / 2u; }

}  // namespace

std::uint16_t location_lookup::mark_at(const void* at, std::size_t bytes) {
  const model_heap& heap = memory_.heap();
  if (!heap.contains(at)) {
    threads_.refute(violation_kind::bad_access,
                    at == nullptr ? "an access through a null pointer"
                                  : "an access outside the program's memory: everything shared must be allocated "
                                    "through the memory policy or lie in the structure itself");
  }
  const std::uint16_t mark = heap.mark_at(at);
  const std::uint16_t last = heap.mark_at(static_cast<const std::byte*>(at) + bytes - 1);
  if (mark == model_heap::freed) threads_.refute(violation_kind::bad_access, "memory is used after it was freed");
  if (mark == model_heap::unallocated || last == model_heap::unallocated) {
    threads_.refute(violation_kind::bad_access, "memory is used that was never allocated");
  }
  if (last != mark) {
    threads_.refute(violation_kind::cannot_explore,
                    "two locations overlap: one is accessed under different sizes or offsets");
  }
  return mark;
}

std::size_t location_lookup::atomic_at(const void* at, std::uint8_t size) {
  const std::uint16_t mark = mark_at(at, size);
  if (mark >= model_heap::first_location) {
    const std::size_t index = index_of(mark);
    if (mark == plain_mark(index) || memory_.atomics()[index].at != at || memory_.atomics()[index].size != size) {
      threads_.refute(violation_kind::cannot_explore,
                      "a location is accessed under different sizes, or both as an atomic and as a plain one");
    }
    return index;
  }
  const std::size_t index = memory_.atomics().size();
  if (index == most_locations) {
    threads_.refute(violation_kind::cannot_explore,
                    fmt::format("more than {} atomic locations: choose a smaller capacity", most_locations));
  }
  memory_.heap().set_marks(at, size, atomic_mark(index));
  memory_.add_atomic(at, size);
  return index;
}

plain_location& location_lookup::plain_at(const void* at, std::size_t bytes) {
  const std::uint16_t mark = mark_at(at, bytes);
  if (mark < model_heap::first_location) {
    memory_.heap().set_marks(at, bytes, plain_mark(memory_.plains().size()));
    memory_.plains().push_back({at, bytes, false, 0, 0, {}});
    return memory_.plains().back();
  }
  if (mark != plain_mark(index_of(mark))) {
    threads_.refute(violation_kind::cannot_explore, "a location is accessed both as an atomic and as a plain one");
  }
  return memory_.plains()[index_of(mark)];
}

}  // namespace schedlab::verify
