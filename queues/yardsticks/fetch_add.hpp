// Yardstick: every operation is one fetch_add on one shared counter, the least that a queue with a shared counter can
// cost. A push takes a ticket and forgets the item; a pop takes a ticket and returns it. Not a queue.
#pragma once

#include "../memory/atomic.hpp"
#include "../memory/native_memory.hpp"
#include "../queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class fetch_add {
 public:
  static constexpr queue_traits traits{
      .name = "fetch_add",
      .kind = design_kind::yardstick,
      .order = item_order::none,
      .progress = progress_guarantee::wait_free,
      .item = item_kind::word,
  };

  explicit fetch_add(size_t) {}

  push_status try_push(Item&&) {
    counter_.fetch_add(1, order::relaxed);  // relaxed: only the number counts
    return push_status::ok;
  }
  pop_status try_pop(Item& item) {
    item = static_cast<Item>(counter_.fetch_add(1, order::relaxed));  // relaxed: as above
    return pop_status::ok;
  }
  steal_status steal(Item& item) {
    item = static_cast<Item>(counter_.fetch_add(1, order::relaxed));  // relaxed: as above
    return steal_status::ok;
  }

 private:
  alignas(cache_line) atomic<uint64_t, Memory> counter_{0};
};

}  // namespace schedlab
