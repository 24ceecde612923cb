// The answer of verify(): empty, or what was found and what would have been right.
#pragma once

#include <cstdint>
#include <string>

namespace schedlab {

inline std::string unless_equal(const std::string& what, std::uint64_t found, std::uint64_t right) {
  if (found == right) return {};
  return what + ": found " + std::to_string(found) + ", right would be " + std::to_string(right);
}

}  // namespace schedlab
