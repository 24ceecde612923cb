// The Chase-Lev deque exactly as the work-stealing thread-pool notes give it, for the record: unsigned indices, 1024
// slots by default, no answer when full, `bottom--` before the test for empty, and no fence between it and the load of
// top.
//
// Unsound on every machine. One thread alone shows: a pop on an empty deque takes bottom to 2^64 - 1 and the next push
// is lost; push, pop, push hides an item; push, steal, pop gives one item twice; more pushes than slots double one item
// and lose another. Concurrently, the owner and a thief can take the same item (the store of bottom waits in the store
// buffer). chase_lev_deque is the repaired one.
#pragma once

#include "../memory/array.hpp"
#include "../memory/atomic.hpp"
#include "../memory/native_memory.hpp"
#include "../queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class chase_lev_deque_as_written {
 public:
  static constexpr queue_traits traits{
      .name = "chase_lev_deque_as_written",
      .producers = multiplicity::one,
      .consumers = multiplicity::many,
      .order = item_order::deque,
      .bounded = true,
      .progress = progress_guarantee::lock_free,
      .sound = false,
      .item = item_kind::word,
      .paper = "Work-stealing thread pool notes, phase 2",
  };

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  explicit chase_lev_deque_as_written(size_t capacity = 1024)
      : slots_(accepted_capacity<chase_lev_deque_as_written>(capacity)), mask_(capacity - 1) {
    for (size_t i = 0; i < capacity; ++i) slots_[i].store(Item{}, order::relaxed);  // relaxed: not yet shared
  }

  class owner_handle {
   public:
    push_status try_push(Item&& item) { return deque_->push_bottom(item); }
    pop_status try_pop(Item& item) { return deque_->pop_bottom(item); }

   private:
    friend chase_lev_deque_as_written;
    explicit owner_handle(chase_lev_deque_as_written* deque) : deque_(deque) {}
    chase_lev_deque_as_written* deque_;
  };

  class thief_handle {
   public:
    steal_status steal(Item& item) { return deque_->steal_top(item); }

   private:
    friend chase_lev_deque_as_written;
    explicit thief_handle(chase_lev_deque_as_written* deque) : deque_(deque) {}
    chase_lev_deque_as_written* deque_;
  };

  owner_handle attach(owner_role) { return owner_handle(this); }
  thief_handle attach(thief_role) { return thief_handle(this); }

  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("top", &top_, sizeof top_);
    visit("bottom", &bottom_, sizeof bottom_);
    for (size_t i = 0; i < slots_.size(); ++i) visit("slot", i, "", &slots_[i], sizeof slots_[i]);
  }

 private:
  push_status push_bottom(Item item) {
    const size_t bottom = bottom_.load(order::relaxed);  // relaxed: the owner's own
    // relaxed: as written, the store of bottom publishes it.
    slots_[bottom & mask_].store(item, order::relaxed);
    // release, as written: pairs with the acquire load of bottom in steal_top.
    bottom_.store(bottom + 1, order::release);
    return push_status::ok;
  }

  pop_status pop_bottom(Item& item) {
    // `bottom--`, commented "acquire" in the notes; a load and a store, as a compiler makes of it on a member.
    const size_t bottom = bottom_.load(order::acquire) - 1;  // pairs with nothing: only the owner writes it
    bottom_.store(bottom, order::relaxed);                   // relaxed: the notes give it no order
    // acquire, as written: pairs with the compare-exchange in steal_top.
    size_t top = top_.load(order::acquire);
    item = slots_[bottom & mask_].load(order::relaxed);  // relaxed: the owner wrote it
    if (top < bottom) return pop_status::ok;
    // acq_rel, as written: pairs with the compare-exchange in steal_top.
    const bool mine = top_.compare_exchange_strong(top, top + 1, order::acq_rel, order::acquire);
    return mine ? pop_status::ok : pop_status::empty;
  }

  steal_status steal_top(Item& item) {
    // acquire, as written: pairs with the compare-exchanges of top.
    size_t top = top_.load(order::acquire);
    // acquire, as written: pairs with the release store of bottom in push_bottom.
    const size_t bottom = bottom_.load(order::acquire);
    if (top >= bottom) return steal_status::empty;
    item = slots_[top & mask_].load(order::relaxed);  // relaxed: bottom was acquired
    // acq_rel, as written: pairs with the compare-exchange in pop_bottom.
    const bool mine = top_.compare_exchange_strong(top, top + 1, order::acq_rel, order::acquire);
    return mine ? steal_status::ok : steal_status::lost_race;
  }

  array<atomic<Item, Memory>, Memory> slots_;
  const size_t mask_;
  alignas(cache_line) atomic<size_t, Memory> top_{0};
  alignas(cache_line) atomic<size_t, Memory> bottom_{0};
};

}  // namespace schedlab
