// How much a thief takes from a victim that has so much. Chosen at run time.
#pragma once

#include <cstddef>

namespace schedlab {

class amount_policy {
 public:
  virtual ~amount_policy() = default;
  virtual const char* name() const = 0;
  // Of a victim that seemed to have `queued`; at least 1. The first one is run at once, the rest goes to the thief's own
  // deque.
  virtual std::size_t amount(std::size_t queued) const = 0;
};

}  // namespace schedlab
