#include "harness/verify/machine/location_lookup.hpp"

#include <fmt/format.h>

namespace schedlab::verify {
void location_lookup::refuse(const void* at, std::size_t bytes) {
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
  threads_.refute(violation_kind::cannot_explore,
                  "two locations overlap: one is accessed under different sizes or offsets");
}

void location_lookup::refuse_other_kind() {
  threads_.refute(violation_kind::cannot_explore,
                  "a location is accessed under different sizes, or both as an atomic and as a plain one");
}

std::size_t location_lookup::add_atomic(const void* at, std::uint8_t size) {
  const std::size_t index = memory_.atomics().size();
  const std::size_t most = memory_.is_weak() ? most_locations : most_locations_elsewhere;
  if (index == most) {
    threads_.refute(violation_kind::cannot_explore,
                    fmt::format("more than {} atomic locations: choose a smaller capacity", most));
  }
  memory_.heap().set_marks(at, size, atomic_mark(index));
  memory_.add_atomic(at, size);
  return index;
}

plain_location& location_lookup::add_plain(const void* at, std::size_t bytes) {
  memory_.heap().set_marks(at, bytes, plain_mark(memory_.plains().size()));
  memory_.plains().push_back({at, bytes, false, 0, 0, {}});
  return memory_.plains().back();
}

}  // namespace schedlab::verify
