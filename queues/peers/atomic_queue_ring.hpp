// Peer: max0x7ba's atomic_queue::AtomicQueueB, a ring of words. A thread claims a position and then waits, without limit,
// for its slot to be filled or emptied: both forms block. Two threads whose positions are a lap apart may find each
// other's item in the slot that they share, so with many threads the order is not kept, by any bound that can be named.
// One word stands for an empty slot, here the greatest; it carries all others. With fewer than 64 slots it rounds up.
#pragma once

#include <atomic_queue/atomic_queue.h>

#include "../queue.hpp"

namespace schedlab {

template <class Item, multiplicity Sides>
class atomic_queue_ring {
  static_assert(sizeof(Item) == sizeof(uint64_t), "an item is a word");
  static constexpr uint64_t nothing = ~uint64_t{0};
  using library = atomic_queue::AtomicQueueB<uint64_t, std::allocator<uint64_t>, nothing, /*MAXIMIZE_THROUGHPUT=*/true,
                                             /*TOTAL_ORDER=*/false, /*SPSC=*/Sides == multiplicity::one>;

 public:
  static constexpr queue_traits traits{
      .name = Sides == multiplicity::one ? "atomic_queue_spsc" : "atomic_queue_mpmc",
      .kind = design_kind::peer,
      .producers = Sides,
      .consumers = Sides,
      .order = item_order::fifo,
      .relaxation = Sides == multiplicity::one ? 0 : unbounded_relaxation,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .item = item_kind::word,
      .paper = "Egorushkin 2019, atomic_queue",
  };

  static constexpr bool valid_capacity(size_t capacity) { return capacity >= 64 && is_power_of_two(capacity); }

  explicit atomic_queue_ring(size_t capacity) : queue_(static_cast<unsigned>(capacity)) {}

  push_status try_push(Item&& item) {
    return queue_.try_push(__builtin_bit_cast(uint64_t, item)) ? push_status::ok : push_status::full;
  }
  pop_status try_pop(Item& item) {
    uint64_t found;
    if (!queue_.try_pop(found)) return pop_status::empty;
    item = __builtin_bit_cast(Item, found);
    return pop_status::ok;
  }

 private:
  library queue_;
};

template <class Item>
using atomic_queue_spsc = atomic_queue_ring<Item, multiplicity::one>;
template <class Item>
using atomic_queue_mpmc = atomic_queue_ring<Item, multiplicity::many>;

}  // namespace schedlab
