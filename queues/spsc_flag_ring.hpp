// A ring for one producer and one consumer in which every slot has a flag that says whether it is full.
// J. Giacomoni, T. Moseley, M. Vachharajani, "FastForward for efficient pipeline parallelism: a cache-optimized concurrent
// lock-free queue", PPoPP 2008.
//
// Producer and consumer share no index. Item and flag lie side by side, so that moving one line from core to core
// brings both: the fastest way to hand over a single item. Where the two follow each other closely they fight for the
// line of the slot; spsc_ring, which shares indices instead, is better at a stream.
//
// Progress: wait-free. Who may call what: one thread pushes, one pops, at a time.
#pragma once

#include "memory/array.hpp"
#include "memory/atomic.hpp"
#include "memory/native_memory.hpp"
#include "memory/plain_cell.hpp"
#include "queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class spsc_flag_ring {
 public:
  static constexpr queue_traits traits{
      .name = "spsc_flag_ring",
      .producers = multiplicity::one,
      .consumers = multiplicity::one,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::wait_free,
      .paper = "Giacomoni, Moseley, Vachharajani 2008, FastForward",
  };
  static constexpr unsigned wait_free_steps = 2;

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  // The capacity must be a power of two.
  explicit spsc_flag_ring(size_t capacity) : slots_(accepted_capacity<spsc_flag_ring>(capacity)), mask_(capacity - 1) {
    // relaxed: published by the thread that shares the ring.
    for (size_t i = 0; i < capacity; ++i) slots_[i].full.store(0, order::relaxed);
  }
  ~spsc_flag_ring() {
    for (size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].full.load(order::relaxed) != 0) slots_[i].item.take();  // relaxed: nobody else is here any more
    }
  }

  push_status try_push(Item&& item) {
    slot& target = slots_[tail_ & mask_];
    // acquire: pairs with the release in try_pop, so that the item before is gone.
    if (target.full.load(order::acquire) != 0) return push_status::full;
    target.item.put(static_cast<Item&&>(item));
    // release: pairs with the acquire in try_pop.
    target.full.store(1, order::release);
    ++tail_;
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    slot& source = slots_[head_ & mask_];
    // acquire: pairs with the release in try_push, so that the whole item is seen.
    if (source.full.load(order::acquire) == 0) return pop_status::empty;
    item = source.item.take();
    // release: pairs with the acquire in try_push.
    source.full.store(0, order::release);
    ++head_;
    return pop_status::ok;
  }

  size_t capacity() const { return mask_ + 1; }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    for (size_t i = 0; i < capacity(); ++i) {
      visit("slot", i, "full", &slots_[i].full, sizeof slots_[i].full);
      visit("slot", i, "item", &slots_[i].item, sizeof slots_[i].item);
    }
  }

 private:
  struct slot {
    atomic<uint64_t, Memory> full;
    plain_cell<Item, Memory> item;
  };

  array<slot, Memory> slots_;
  const uint64_t mask_;
  alignas(cache_line) uint64_t tail_ = Memory::first_position;  // the producer's
  alignas(cache_line) uint64_t head_ = Memory::first_position;  // the consumer's
};

}  // namespace schedlab
