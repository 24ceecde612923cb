// A victim drawn at random each time: the choice of Cilk (R. Blumofe, C. Leiserson, "Scheduling multithreaded computations
// by work stealing", JACM 1999), whose bounds hold for it.
#pragma once

#include "victim_policy.hpp"

namespace schedlab {

class random_victim final : public victim_policy {
 public:
  const char* name() const override { return "random"; }
  unsigned choose(thief& who, const deque_sizes&) const override { return who.random_other(); }
};

}  // namespace schedlab
