// The rules under which a program is explored, and the bounds.
#pragma once

#include "harness/verify/memory/memory_model.hpp"
#include "harness/verify/memory/weak_memory.hpp"

namespace schedlab::verify {

inline constexpr unsigned no_limit = ~0u;

struct machine_options {
  memory_model model = memory_model::sc;
  weak_memory::fence_rule fences = weak_memory::fence_rule::cxx20;
  unsigned preemptions = no_limit;
  bool naive = false;               // every access is a scheduling point, and no state is remembered
  bool claims_lock_free = false;    // if so, a thread that cannot finish alone is a fault
  unsigned wait_free_steps = 0;     // most steps of an operation; 0: no claim
  unsigned most_steps = 3000;       // per execution; before and after the threads, per operation
  unsigned most_steps_alone = 250;  // per operation of a lock-free design while the other threads stand still
  unsigned spurious_failures = 1;   // of weak compare-exchanges, under weak memory
  unsigned spurious_wakes = 1;
  unsigned reuses = 1;              // how many freed blocks are handed out again
  unsigned failed_allocations = 0;  // any allocation may be one of them
};

}  // namespace schedlab::verify
