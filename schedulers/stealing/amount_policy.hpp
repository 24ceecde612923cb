// How many tasks a thief takes from a victim, depending on how many the victim has. Chosen at run time.
#pragma once

#include <cstddef>

namespace schedlab {

class amount_policy {
 public:
  virtual ~amount_policy() = default;
  virtual const char* name() const = 0;
  // How many to take from a victim that seemed to have `queued`; at least 1. The thief runs the first one at once and
  // puts the rest into its own deque.
  virtual std::size_t amount(std::size_t queued) const = 0;
};

}  // namespace schedlab
