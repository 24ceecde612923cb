// A priority queue behind one lock: a heap with four children per node (keyed_heap.hpp says after whom, and why four).
// The order is exact: always the most urgent item, and among equals the oldest. A push and a pop take O(log n) under the
// lock, a growth of the storage O(n).
//
// Progress: blocking. Unbounded. Who may call what: any thread, anything.
#pragma once

#include "locks/guard.hpp"
#include "memory/native_memory.hpp"
#include "parts/keyed_heap.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory, item_order Order = item_order::highest_first>
class priority_heap {
 public:
  static constexpr queue_traits traits{
      .name = Order == item_order::highest_first ? "priority_heap" : "priority_heap_lowest",
      .order = Order,
      .progress = progress_guarantee::blocking,
      .allocates = true,
      .paper = "Williams 1964, Johnson 1975",
  };

  // Makes room for `expected` items before the first growth.
  explicit priority_heap(size_t expected) : heap_(expected) {}

  push_status try_push(Item&& item) { return try_push(static_cast<Item&&>(item), 0); }

  push_status try_push(Item&& item, item_priority priority) {
    const guard held(mutex_);
    heap_.push(urgency_of<Order>(priority), static_cast<Item&&>(item));
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    const guard held(mutex_);
    return heap_.pop(item) ? pop_status::ok : pop_status::empty;
  }

  size_t approximate_size() {
    const guard held(mutex_);
    return heap_.size();
  }

  auto lock_statistics() {
    const guard held(mutex_);
    return mutex_.statistics();
  }

 private:
  typename Memory::mutex mutex_;
  keyed_heap<Item, Memory> heap_;  // the mutex protects it
};

template <class Item, class Memory = native_memory>
using priority_heap_lowest = priority_heap<Item, Memory, item_order::lowest_first>;

}  // namespace schedlab
