// The growing deque of the paper as printed (N. M. Le et al., PPoPP 2013, figure 1). After it has grown the array, the
// push goes on with the old one, because nothing reloads it. The checker must find that.
#pragma once

#include "queues/memory/atomic.hpp"
#include "queues/queue.hpp"

namespace schedlab::verify {

template <class Item, class Memory>
class chase_lev_stale_array {
 public:
  static constexpr queue_traits traits{
      .name = "chase_lev_stale_array",
      .producers = multiplicity::one,
      .order = item_order::deque,
      .progress = progress_guarantee::lock_free,
      .sound = false,
      .item = item_kind::word,
      .allocates = true,
      .paper = "Le et al. 2013, as printed",
  };
  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  explicit chase_lev_stale_array(size_t capacity) : ring_(make_ring(static_cast<int64_t>(capacity), nullptr)) {}
  ~chase_lev_stale_array() {
    for (ring* doomed = ring_.load(order::relaxed); doomed != nullptr;) {  // relaxed: nobody else is here any more
      ring* const older = doomed->older;
      Memory::deallocate(doomed, ring_bytes(doomed->capacity), cache_line);
      doomed = older;
    }
  }

  class owner_handle {
   public:
    explicit owner_handle(chase_lev_stale_array* deque) : deque_(deque) {}
    push_status try_push(Item&& item) { return deque_->push(item); }
    pop_status try_pop(Item& item) { return deque_->pop(item); }

   private:
    chase_lev_stale_array* deque_;
  };
  class thief_handle {
   public:
    explicit thief_handle(chase_lev_stale_array* deque) : deque_(deque) {}
    steal_status steal(Item& item) { return deque_->steal(item); }

   private:
    chase_lev_stale_array* deque_;
  };
  owner_handle attach(owner_role) { return owner_handle(this); }
  thief_handle attach(thief_role) { return thief_handle(this); }

 private:
  struct ring {
    int64_t capacity;
    ring* older;
    atomic<Item, Memory>& at(int64_t index) {
      return reinterpret_cast<atomic<Item, Memory>*>(this + 1)[index & (capacity - 1)];
    }
  };
  static size_t ring_bytes(int64_t capacity) {
    return sizeof(ring) + static_cast<size_t>(capacity) * sizeof(atomic<Item, Memory>);
  }
  static ring* make_ring(int64_t capacity, ring* older) {
    return ::new (Memory::allocate(ring_bytes(capacity), cache_line)) ring{capacity, older};
  }

  push_status push(Item item) {
    const int64_t bottom = bottom_.load(order::relaxed);  // relaxed: the owner's own
    // acquire: pairs with the compare-exchange in steal.
    const int64_t top = top_.load(order::acquire);
    ring* const slots = ring_.load(order::relaxed);  // relaxed: the owner's own
    if (bottom - top > slots->capacity - 1) grow(slots, top, bottom);
    slots->at(bottom).store(item,
                            order::relaxed);  // relaxed: published by bottom; the fault, after growth: the old array
    // release: pairs with the acquire load of bottom in steal.
    bottom_.store(bottom + 1, order::release);
    return push_status::ok;
  }

  void grow(ring* full, int64_t top, int64_t bottom) {
    ring* const larger = make_ring(2 * full->capacity, full);
    for (int64_t i = top; i < bottom; ++i) {
      const Item kept = full->at(i).load(order::relaxed);  // relaxed: the owner wrote it
      larger->at(i).store(kept, order::relaxed);           // relaxed: published by the store of the array
    }
    // release: pairs with the acquire load of the array in steal.
    ring_.store(larger, order::release);
  }

  pop_status pop(Item& item) {
    const int64_t bottom = bottom_.load(order::relaxed) - 1;  // relaxed: the owner's own
    ring* const slots = ring_.load(order::relaxed);           // relaxed: the owner's own
    // release: pairs with the acquire load of bottom in steal.
    bottom_.store(bottom, order::release);
    // seq_cst: pairs with the fence in steal.
    Memory::fence(order::seq_cst);
    int64_t top = top_.load(order::relaxed);  // relaxed: the fence orders it
    pop_status answer = pop_status::empty;
    if (top <= bottom) {
      item = slots->at(bottom).load(order::relaxed);  // relaxed: the owner wrote it
      if (top < bottom) return pop_status::ok;
      // relaxed: it decides who has the item.
      if (top_.compare_exchange_strong(top, top + 1, order::relaxed, order::relaxed)) answer = pop_status::ok;
    }
    // release: pairs with the acquire load of bottom in steal.
    bottom_.store(bottom + 1, order::release);
    return answer;
  }

  steal_status steal(Item& item) {
    int64_t top = top_.load(order::relaxed);  // relaxed: the fence orders it
    // seq_cst: pairs with the fence in pop.
    Memory::fence(order::seq_cst);
    // acquire: pairs with the stores of bottom.
    if (top >= bottom_.load(order::acquire)) return steal_status::empty;
    // acquire: pairs with the store of the array in grow.
    ring* const slots = ring_.load(order::acquire);
    const Item found = slots->at(top).load(order::relaxed);  // relaxed: bottom was acquired
    // seq_cst: pairs with the fences.
    if (!top_.compare_exchange_strong(top, top + 1, order::seq_cst, order::relaxed)) return steal_status::lost_race;
    item = found;
    return steal_status::ok;
  }

  atomic<int64_t, Memory> top_{0};
  atomic<int64_t, Memory> bottom_{0};
  atomic<ring*, Memory> ring_;
};

}  // namespace schedlab::verify
