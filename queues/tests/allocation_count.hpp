// Counts what a thread allocates, by replacing the global operators new and delete of the executable. Weak, because
// every generated unit of the contract tests includes it and one definition must remain.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

namespace schedlab::contract {

inline thread_local std::uint64_t allocations_so_far = 0;

inline std::uint64_t allocations() { return allocations_so_far; }

inline void* allocate_counted(std::size_t bytes, std::size_t alignment) {
  ++allocations_so_far;
  // aligned_alloc wants a multiple of the alignment.
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const place = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (place == nullptr) throw std::bad_alloc();
  return place;
}

}  // namespace schedlab::contract

[[gnu::weak]] void* operator new(std::size_t bytes) {
  return schedlab::contract::allocate_counted(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
[[gnu::weak]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return schedlab::contract::allocate_counted(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::weak]] void operator delete(void* place) noexcept { std::free(place); }
[[gnu::weak]] void operator delete(void* place, std::size_t) noexcept { std::free(place); }
[[gnu::weak]] void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
[[gnu::weak]] void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
