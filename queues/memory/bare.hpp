// What structures need of the language's library, also where there is none (freestanding, WebAssembly): fixed-width
// integers, placement new, a cache line's size.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if __has_include(<new>)
#include <new>
#else
inline void* operator new(size_t, void* place) noexcept { return place; }
#endif

namespace schedlab {

#if defined(__APPLE__) && defined(__aarch64__)
inline constexpr size_t cache_line = 128;
#else
inline constexpr size_t cache_line = 64;
#endif

constexpr bool is_power_of_two(uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

// For a number beyond the largest power of two it returns that power.
constexpr size_t round_up_to_power_of_two(size_t number) {
  constexpr size_t largest = ~(~size_t{0} >> 1);
  size_t power = 1;
  while (power < number && power < largest) power *= 2;
  return power;
}

}  // namespace schedlab
