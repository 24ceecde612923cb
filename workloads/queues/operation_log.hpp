// What a thread did, for a replay in the order of the tickets that it took after each operation.
#pragma once

#include <cstdint>
#include <vector>

namespace schedlab {

struct logged_operation {
  std::uint64_t ticket = 0;
  std::uint32_t item = 0;  // each number is pushed once
  std::int32_t rank = 0;   // the lesser rank should come out first; among equals, the one that was pushed first
  bool pushed = false;     // otherwise it was popped
};

using operation_log = std::vector<logged_operation>;

}  // namespace schedlab
