// Yardstick: a ring with no atomics at all, for one thread. What remains between it and a concurrent ring in the same
// table is the price of sharing.
#pragma once

#include "../memory/array.hpp"
#include "../memory/native_memory.hpp"
#include "../memory/plain_cell.hpp"
#include "../queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class plain_ring {
 public:
  static constexpr queue_traits traits{
      .name = "plain_ring",
      .kind = design_kind::yardstick,
      .producers = multiplicity::same_thread,
      .consumers = multiplicity::same_thread,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::wait_free,
  };

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  explicit plain_ring(size_t capacity) : slots_(accepted_capacity<plain_ring>(capacity)), mask_(capacity - 1) {}
  ~plain_ring() {
    while (head_ != tail_) slots_[head_++ & mask_].take();
  }

  push_status try_push(Item&& item) {
    if (tail_ - head_ > mask_) return push_status::full;
    slots_[tail_++ & mask_].put(static_cast<Item&&>(item));
    return push_status::ok;
  }
  pop_status try_pop(Item& item) {
    if (tail_ == head_) return pop_status::empty;
    item = slots_[head_++ & mask_].take();
    return pop_status::ok;
  }

  size_t capacity() const { return mask_ + 1; }

 private:
  array<plain_cell<Item, Memory>, Memory> slots_;
  const uint64_t mask_;
  uint64_t head_ = 0;
  uint64_t tail_ = 0;
};

}  // namespace schedlab
