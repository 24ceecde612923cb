// Counts what a thread allocates and frees, and lets it find no memory if asked to, by replacing the global operators
// new and delete of the executable. They are weak, because every generated unit of the contract tests includes this and
// one definition must remain. All forms are replaced, because those of AddressSanitizer would not call these.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

#include "queues/tests/memory_shortage.hpp"

namespace schedlab::contract {

inline thread_local std::uint64_t allocations_so_far = 0;
inline thread_local std::uint64_t frees_so_far = 0;
inline thread_local bool allocations_fail = false;  // all of this thread; memory_shortage lets single ones fail

inline std::uint64_t allocations() { return allocations_so_far; }

// How many blocks a thread holds that frees only what it allocated itself.
inline std::int64_t blocks_held() { return static_cast<std::int64_t>(allocations_so_far - frees_so_far); }

inline void* allocate_counted(std::size_t bytes, std::size_t alignment) noexcept {
  if (allocations_fail || memory_shortage::strikes() || shortage_for_all::strikes()) return nullptr;
  ++allocations_so_far;
  // aligned_alloc wants a multiple of the alignment.
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
}

inline void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const place = allocate_counted(bytes, alignment);
  if (place == nullptr) throw std::bad_alloc();
  return place;
}

inline void free_counted(void* place) noexcept {
  if (place == nullptr) return;
  ++frees_so_far;
  std::free(place);
}

inline constexpr std::size_t usual_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace schedlab::contract

// NOLINTBEGIN(misc-definitions-in-headers): they are weak
[[gnu::weak]] void* operator new(std::size_t bytes) {
  return schedlab::contract::allocate_or_throw(bytes, schedlab::contract::usual_alignment);
}
[[gnu::weak]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return schedlab::contract::allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::weak]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return schedlab::contract::allocate_counted(bytes, schedlab::contract::usual_alignment);
}
[[gnu::weak]] void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return schedlab::contract::allocate_counted(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::weak]] void* operator new[](std::size_t bytes) {
  return schedlab::contract::allocate_or_throw(bytes, schedlab::contract::usual_alignment);
}
[[gnu::weak]] void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return schedlab::contract::allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::weak]] void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return schedlab::contract::allocate_counted(bytes, schedlab::contract::usual_alignment);
}
[[gnu::weak]] void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return schedlab::contract::allocate_counted(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::weak]] void operator delete(void* place) noexcept { schedlab::contract::free_counted(place); }
[[gnu::weak]] void operator delete(void* place, std::size_t) noexcept { schedlab::contract::free_counted(place); }
[[gnu::weak]] void operator delete(void* place, std::align_val_t) noexcept { schedlab::contract::free_counted(place); }
[[gnu::weak]] void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  schedlab::contract::free_counted(place);
}
[[gnu::weak]] void operator delete(void* place, const std::nothrow_t&) noexcept {
  schedlab::contract::free_counted(place);
}
[[gnu::weak]] void operator delete(void* place, std::align_val_t, const std::nothrow_t&) noexcept {
  schedlab::contract::free_counted(place);
}
[[gnu::weak]] void operator delete[](void* place) noexcept { schedlab::contract::free_counted(place); }
[[gnu::weak]] void operator delete[](void* place, std::size_t) noexcept { schedlab::contract::free_counted(place); }
[[gnu::weak]] void operator delete[](void* place, std::align_val_t) noexcept {
  schedlab::contract::free_counted(place);
}
[[gnu::weak]] void operator delete[](void* place, std::size_t, std::align_val_t) noexcept {
  schedlab::contract::free_counted(place);
}
[[gnu::weak]] void operator delete[](void* place, const std::nothrow_t&) noexcept {
  schedlab::contract::free_counted(place);
}
[[gnu::weak]] void operator delete[](void* place, std::align_val_t, const std::nothrow_t&) noexcept {
  schedlab::contract::free_counted(place);
}
// NOLINTEND(misc-definitions-in-headers)
