// What a thread did, for a replay in the order of the tickets that it took after each operation.
#pragma once

#include <cstdint>
#include <vector>

namespace schedlab {

struct logged_operation {
  std::uint64_t ticket = 0;
  std::uint32_t item = 0;  // each is pushed once
  std::int32_t rank = 0;   // who has less should come out first; among equals, who was pushed first
  bool pushed = false;     // else popped
};

using operation_log = std::vector<logged_operation>;

}  // namespace schedlab
