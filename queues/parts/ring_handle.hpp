// A thread's handle of a bounded ring. It stands back where the ring was full or empty (backoff.hpp); the ring's tries
// say at which position they gave up.
//
// Progress: as the ring's, for the pauses are bounded. Who may call what: one thread a handle. Bare.
#pragma once

#include "../queue.hpp"
#include "backoff.hpp"

namespace schedlab {

template <class Ring, class Item, class Memory, class Role>
class ring_handle {
 public:
  explicit ring_handle(Ring& ring) : ring_(&ring) {}

  // This is inlined, so that the handle may stay in registers (2 ns an item where two threads hand over).
  [[gnu::always_inline]] push_status try_push(Item&& item) {
    uint64_t stopped_at = 0;
    const push_status status = ring_->try_push(static_cast<Item&&>(item), stopped_at);
    if (waits_for_room && status != push_status::ok) pushing_.template after_failure<Memory>(stopped_at);
    return status;
  }

  [[gnu::always_inline]] pop_status try_pop(Item& item) {
    uint64_t stopped_at = 0;
    const pop_status status = ring_->try_pop(item, stopped_at);
    if (status != pop_status::ok) popping_.template after_failure<Memory>(stopped_at);
    return status;
  }

 private:
  // A thread that also pops can make room itself, and a worker of a pool runs a task for which there is no room.
  static constexpr bool waits_for_room = !__is_same(Role, both_role);

  Ring* ring_;
  run_length_backoff pushing_{Memory::first_position};
  run_length_backoff popping_{Memory::first_position};
};

}  // namespace schedlab
