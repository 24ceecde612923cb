// The SHA-1 hash of a message of at most 55 bytes, which fills one block: all that the random numbers of UTS need. It is
// here for being the same everywhere, not for security.
// FIPS 180-4, "Secure Hash Standard", 2015.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace schedlab {

using sha1_hash = std::array<std::uint32_t, 5>;

// `words` are the message in big-endian order, the bit 1 after it, zeros, and the message's length in bits at the end.
[[gnu::always_inline]] inline sha1_hash sha1_of_block(std::array<std::uint32_t, 16> words) {
  constexpr sha1_hash start = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  std::uint32_t a = start[0];
  std::uint32_t b = start[1];
  std::uint32_t c = start[2];
  std::uint32_t d = start[3];
  std::uint32_t e = start[4];
  const auto step = [&](std::uint32_t chosen, std::uint32_t constant, std::uint32_t word) {
    const std::uint32_t next = std::rotl(a, 5) + chosen + e + constant + word;
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  };
  // Computes word i + 16 from the sixteen words before it, in the place of word i.
  const auto word = [&](std::size_t i) {
    if (i < 16) return words[i];
    std::uint32_t& place = words[i % 16];
    place = std::rotl(words[(i + 13) % 16] ^ words[(i + 8) % 16] ^ words[(i + 2) % 16] ^ place, 1);
    return place;
  };
  for (std::size_t i = 0; i < 20; ++i) step(d ^ (b & (c ^ d)), 0x5A827999, word(i));
  for (std::size_t i = 20; i < 40; ++i) step(b ^ c ^ d, 0x6ED9EBA1, word(i));
  for (std::size_t i = 40; i < 60; ++i) step((b & c) | (d & (b | c)), 0x8F1BBCDC, word(i));
  for (std::size_t i = 60; i < 80; ++i) step(b ^ c ^ d, 0xCA62C1D6, word(i));
  return {start[0] + a, start[1] + b, start[2] + c, start[3] + d, start[4] + e};
}

}  // namespace schedlab
