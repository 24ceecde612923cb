// Under which rules a program is explored, and how far.
#pragma once

#include "harness/verify/memory/memory_model.hpp"
#include "harness/verify/memory/weak_memory.hpp"

namespace schedlab::verify {

inline constexpr unsigned no_limit = ~0u;

struct machine_options {
  memory_model model = memory_model::sc;
  weak_memory::fence_rule fences = weak_memory::fence_rule::cxx20;
  unsigned preemptions = no_limit;
  bool naive = false;               // every access a scheduling point, no state remembered
  bool claims_lock_free = false;    // then a thread that cannot finish alone is a fault
  unsigned wait_free_steps = 0;     // most steps of an operation; 0: no claim
  unsigned most_steps = 3000;       // of an execution; before and after the threads, of an operation
  unsigned most_steps_alone = 250;  // of a lock-free operation that nobody disturbs
  unsigned spurious_failures = 1;   // of weak compare-exchanges, under weak memory
  unsigned spurious_wakes = 1;
  unsigned reuses = 1;              // freed blocks that are handed out again
  unsigned failed_allocations = 0;  // any may be the one
};

}  // namespace schedlab::verify
