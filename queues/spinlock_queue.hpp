// The mutex queue's ring behind a spin lock: `ticket_queue` and `ttas_queue`. A critical section is a handful of
// instructions, so sleeping on a mutex may cost more than waiting awake. The two locks differ in which thread they let
// in next (queues/locks).
//
// Progress: blocking. Unbounded. Who may call what: any thread, anything.
#pragma once

#include "locks/guard.hpp"
#include "locks/test_and_test_and_set_lock.hpp"
#include "locks/ticket_lock.hpp"
#include "memory/native_memory.hpp"
#include "parts/growing_ring.hpp"
#include "queue.hpp"

namespace schedlab {

template <class Item, class Memory, class Lock>
class spinlock_queue {
  static constexpr bool by_ticket = __is_same(Lock, ticket_lock<Memory>);

 public:
  static constexpr queue_traits traits{
      .name = by_ticket ? "ticket_queue" : "ttas_queue",
      .order = item_order::fifo,
      .progress = progress_guarantee::blocking,
      .allocates = true,
      .paper = by_ticket ? "Mellor-Crummey, Scott 1991" : "Rudolph, Segall 1984; Anderson 1990",
  };

  // Makes room for `expected` items before the first growth.
  explicit spinlock_queue(size_t expected) : ring_(expected) {}

  push_status try_push(Item&& item) {
    const guard held(lock_);
    ring_.push(static_cast<Item&&>(item));
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    const guard held(lock_);
    return ring_.pop(item) ? pop_status::ok : pop_status::empty;
  }

  size_t approximate_size() {
    const guard held(lock_);
    return ring_.size();
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    lock_.describe(visit);
    ring_.describe(visit);
  }

 private:
  // Lock and ring lie on lines of their own, so that waiting threads do not disturb the one that works.
  alignas(cache_line) Lock lock_;
  alignas(cache_line) growing_ring<Item, Memory> ring_;
};

template <class Item, class Memory = native_memory>
using ticket_queue = spinlock_queue<Item, Memory, ticket_lock<Memory>>;

template <class Item, class Memory = native_memory>
using ttas_queue = spinlock_queue<Item, Memory, test_and_test_and_set_lock<Memory>>;

}  // namespace schedlab
