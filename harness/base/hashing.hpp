// Mixing numbers into a 64-bit hash: a 128-bit product folded in half (as in W. Yi's wyhash), enough that two different
// states of an exploration collide with probability 2^-64 each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace schedlab::verify {

__extension__ using wide_product = unsigned __int128;

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  const wide_product product =
      static_cast<wide_product>(hash ^ 0xA0761D6478BD642FULL) * (value ^ 0xE7037ED1A0B428DBULL);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t hash_of_bytes(const void* bytes, std::size_t count) {
  std::uint64_t hash = count;
  for (std::size_t done = 0; done < count; done += 8) {
    std::uint64_t part = 0;
    std::memcpy(&part, static_cast<const std::byte*>(bytes) + done, count - done < 8 ? count - done : 8);
    hash = mix(hash, part);
  }
  return hash;
}

}  // namespace schedlab::verify
