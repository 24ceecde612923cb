// The constants that checked memory gives out; each scenario may choose them.
#pragma once

#include <cstdint>

namespace schedlab::verify {

struct policy_constants {
  std::uint64_t first_position = 0;
  unsigned retire_batch = 1;  // freed at once, or no explored execution would be long enough to free anything
};

}  // namespace schedlab::verify
