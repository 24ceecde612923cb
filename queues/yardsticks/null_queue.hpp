// Yardstick: a queue that keeps nothing. A workload's time on it is the harness's own cost, and the floor under every
// figure in the same table. Not a queue: it returns the item that the caller had.
#pragma once

#include "../queue.hpp"

namespace schedlab {

template <class Item, class Memory>
class null_queue {
 public:
  static constexpr queue_traits traits{
      .name = "null_queue",
      .kind = design_kind::yardstick,
      .order = item_order::none,
      .progress = progress_guarantee::wait_free,
  };

  explicit null_queue(size_t) {}

  push_status try_push(Item&& item) {
    observe(item);
    return push_status::ok;
  }
  pop_status try_pop(Item& item) {
    observe(item);
    return pop_status::ok;
  }
  steal_status steal(Item& item) {
    observe(item);
    return steal_status::ok;
  }

 private:
  // The compiler must produce the item, may not foresee what comes back, and may not merge or drop operations.
  static void observe(Item& item) {
    if constexpr (sizeof(Item) <= sizeof(void*) && __is_trivially_copyable(Item)) {
      asm volatile("" : "+r"(item));
    } else {
      asm volatile("" : : "r"(&item) : "memory");
    }
  }
};

}  // namespace schedlab
