// A node of a UTS tree: its depth and its random state. A child's state is the SHA-1 hash of its parent's state and of
// its number among the siblings. So a node alone says how many children it has, and a task that visits it needs nothing
// else. The numbers are those of the UTS distribution's generator brg_sha1.
// S. Olivier et al., "UTS: an unbalanced tree search benchmark", LCPC 2006.
#pragma once

#include <cstdint>

#include "workloads/pool/sha1_block.hpp"

namespace schedlab {

class uts_node {
 public:
  static uts_node root(std::uint32_t seed) {
    constexpr std::uint32_t bits = 20 * 8;
    return {0, sha1_of_block({0, 0, 0, 0, seed, end_of_message, 0, 0, 0, 0, 0, 0, 0, 0, 0, bits})};
  }

  uts_node child(std::uint32_t number) const {
    constexpr std::uint32_t bits = 24 * 8;
    const auto& [a, b, c, d, e] = state_;
    return {depth_ + 1, sha1_of_block({a, b, c, d, e, number, end_of_message, 0, 0, 0, 0, 0, 0, 0, 0, bits})};
  }

  std::uint32_t depth() const { return depth_; }

  // A random number from 0 up to but not including 1.
  double chance() const { return static_cast<double>(state_[4] & 0x7FFFFFFF) / 2147483648.0; }

 private:
  static constexpr std::uint32_t end_of_message = 0x80000000;

  uts_node(std::uint32_t depth, const sha1_hash& state) : depth_(depth), state_(state) {}

  std::uint32_t depth_;
  sha1_hash state_;
};

}  // namespace schedlab
