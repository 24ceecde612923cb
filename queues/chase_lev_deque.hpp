// The Chase-Lev work-stealing deque: one owner pushes and pops at the bottom, any number of thieves steal from the top.
// D. Chase, Y. Lev, "Dynamic circular work-stealing deque", SPAA 2005; memory orders after N. M. Le, A. Pop, A. Cohen,
// F. Zappa Nardelli, "Correct and efficient work-stealing for weak memory models", PPoPP 2013, with the corrections
// published since (acquire instead of consume for the array; the array reloaded after growth).
//
// Invariants: items lie at indices top <= i < bottom, slot i mod capacity. Only the owner moves bottom; top only grows,
// by compare-exchange. Indices are signed, because the owner's pop takes bottom below top for a moment. (They never
// wrap: at an item per ns that would take 292 years.) Owner and thief only compete for the last item, and the
// compare-exchange on top decides. Before that the owner must have stored bottom - 1, so that thieves see it, *and
// then* read top; a thief must have read top *and then* bottom. Each is a store (load) followed by a load that must not
// overtake it: a sequentially consistent fence.
//
// Growth: `doubling` replaces a full array by one of twice the size and keeps the old ones until the end, since a thief
// may still be reading; `fixed` answers full.
// Progress: lock-free for thieves, wait-free for the owner but for allocation. Items are words: an item is read before
// the compare-exchange decides whose it is, so it must be readable while another thread writes the slot.
#pragma once

#include "memory/atomic.hpp"
#include "memory/native_memory.hpp"
#include "queue.hpp"

namespace schedlab {

enum class deque_growth { doubling, fixed };

template <class Item, class Memory = native_memory, deque_growth Growth = deque_growth::doubling>
class chase_lev_deque {
 public:
  static constexpr queue_traits traits{
      .name = Growth == deque_growth::doubling ? "chase_lev_deque" : "chase_lev_deque_fixed",
      .producers = multiplicity::one,
      .consumers = multiplicity::many,
      .order = item_order::deque,
      .bounded = Growth == deque_growth::fixed,
      .progress = progress_guarantee::lock_free,
      .item = item_kind::word,
      .allocates = Growth == deque_growth::doubling,
      .paper = "Chase, Lev 2005; Le et al. 2013",
  };

  static constexpr bool valid_capacity(size_t capacity) {
    return is_power_of_two(capacity) && capacity <= ~size_t{0} / 4 / sizeof(Item);
  }

  // The capacity must be a power of two, whose slots memory could hold; a doubling deque starts with it.
  explicit chase_lev_deque(size_t capacity) : ring_(first_ring(capacity)) {}
  chase_lev_deque(const chase_lev_deque&) = delete;
  chase_lev_deque& operator=(const chase_lev_deque&) = delete;
  ~chase_lev_deque() {
    ring* doomed = ring_.load(order::relaxed);  // relaxed: nobody else is here any more
    while (doomed != nullptr) {
      ring* const older = doomed->older;
      Memory::deallocate(doomed, ring_bytes(doomed->capacity), cache_line);
      doomed = older;
    }
  }

  class owner_handle {
   public:
    push_status try_push(Item&& item) { return deque_->push(item); }
    pop_status try_pop(Item& item) { return deque_->pop(item); }

   private:
    friend chase_lev_deque;
    explicit owner_handle(chase_lev_deque* deque) : deque_(deque) {}
    chase_lev_deque* deque_;
  };

  class thief_handle {
   public:
    steal_status steal(Item& item) { return deque_->steal(item); }

   private:
    friend chase_lev_deque;
    explicit thief_handle(chase_lev_deque* deque) : deque_(deque) {}
    chase_lev_deque* deque_;
  };

  // One owner at a time; any number of thieves.
  owner_handle attach(owner_role) { return owner_handle(this); }
  thief_handle attach(thief_role) { return thief_handle(this); }

  // Tells the visitor each part's name and address, for traces: the slots of the newest ring first, and as `older slot`
  // those of the rings before it. To be called when no thread is at work.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("top", &top_, sizeof top_);
    visit("bottom", &bottom_, sizeof bottom_);
    visit("ring", &ring_, sizeof ring_);
    const char* name = "slot";
    // relaxed: nobody is at work.
    for (ring* slots = ring_.load(order::relaxed); slots != nullptr; slots = slots->older) {
      for (int64_t i = 0; i < slots->capacity; ++i) {
        visit(name, static_cast<size_t>(i), "", &slots->at(i), sizeof slots->at(i));
      }
      name = "older slot";
    }
  }

  // Exact when no thread is at work.
  size_t approximate_size() const {
    // relaxed: the answer is stale by the time it is read.
    const int64_t top = top_.load(order::relaxed);
    const int64_t bottom = bottom_.load(order::relaxed);
    return bottom > top ? static_cast<size_t>(bottom - top) : 0;
  }

 private:
  // An array of slots behind its header, in one allocation.
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

  static ring* first_ring(size_t capacity) {
    accepted_capacity<chase_lev_deque>(capacity, "a power of two whose slots memory can hold");
    return make_ring(static_cast<int64_t>(capacity), nullptr);
  }

  // The slots stay uninitialised: no slot is read before it was written.
  static ring* make_ring(int64_t capacity, ring* older) {
    return ::new (Memory::allocate(ring_bytes(capacity), cache_line)) ring{capacity, older};
  }

  push_status push(Item item) {
    const int64_t bottom = bottom_.load(order::relaxed);  // relaxed: the owner's own
    ring* slots = ring_.load(order::relaxed);             // relaxed: the owner's own
    if (bottom - seen_top_ >= slots->capacity) {
      // acquire: pairs with the thieves' compare-exchange of top, so that their reads of a slot end before it is
      // reused.
      seen_top_ = top_.load(order::acquire);
      if (bottom - seen_top_ >= slots->capacity) {
        if constexpr (Growth == deque_growth::fixed) return push_status::full;
        slots = grow(slots, bottom);
      }
    }
    // relaxed: published by the store of bottom.
    slots->at(bottom).store(item, order::relaxed);
    // release: pairs with the acquire load of bottom in steal; the item, and what it points to, come with it.
    bottom_.store(bottom + 1, order::release);
    return push_status::ok;
  }

  pop_status pop(Item& item) {
    const int64_t above = bottom_.load(order::relaxed);  // relaxed: the owner's own
    if (above == seen_top_) return pop_status::empty;    // top never goes back, so nothing is left
    const int64_t bottom = above - 1;
    ring* const slots = ring_.load(order::relaxed);  // relaxed: the owner's own
    // release: pairs with the acquire load of bottom in steal, which may read this store instead of the push's.
    bottom_.store(bottom, order::release);
    // seq_cst: pairs with the fence in steal. Either the thief sees the new bottom or this thread sees the new top.
    Memory::fence(order::seq_cst);
    int64_t top = top_.load(order::relaxed);  // relaxed: the fence orders it
    seen_top_ = top;
    if (top < bottom) {
      item = slots->at(bottom).load(order::relaxed);  // relaxed: the owner wrote it
      return pop_status::ok;
    }
    if (top > bottom) {
      // release: pairs with the acquire load of bottom in steal, as above.
      bottom_.store(above, order::release);
      return pop_status::empty;
    }
    const Item last = slots->at(bottom).load(order::relaxed);  // relaxed: the owner wrote it
    // relaxed: it decides who has the item; its content is the owner's own, and no later access depends on it.
    const bool won = top_.compare_exchange_strong(top, top + 1, order::relaxed, order::relaxed);
    seen_top_ = above;
    // release: pairs with the acquire load of bottom in steal, as above.
    bottom_.store(above, order::release);
    if (!won) return pop_status::empty;
    item = last;
    return pop_status::ok;
  }

  steal_status steal(Item& item) {
    int64_t top = top_.load(order::relaxed);  // relaxed: the fence orders it, the compare-exchange confirms it
    // seq_cst: pairs with the fence in pop.
    Memory::fence(order::seq_cst);
    // acquire: pairs with the release stores of bottom in push and pop: the slot below it is written.
    const int64_t bottom = bottom_.load(order::acquire);
    if (top >= bottom) return steal_status::empty;
    // acquire: pairs with the release store of the array in grow: its slots are copied.
    ring* const slots = ring_.load(order::acquire);
    const Item found = slots->at(top).load(order::relaxed);  // relaxed: bottom was acquired
    // seq_cst: pairs with the acquire load of top in push (the read of the slot is over). It also takes part in the
    // order of the two fences, so that a second thief that reads this top cannot read a bottom from before the owner's
    // fence.
    if (!top_.compare_exchange_strong(top, top + 1, order::seq_cst, order::relaxed)) return steal_status::lost_race;
    item = found;
    return steal_status::ok;
  }

  ring* grow(ring* full, int64_t bottom) {
    ring* const larger = make_ring(2 * full->capacity, full);
    for (int64_t i = seen_top_; i < bottom; ++i) {
      const Item kept = full->at(i).load(order::relaxed);  // relaxed: the owner wrote it
      larger->at(i).store(kept, order::relaxed);           // relaxed: published by the store of the array
    }
    // A thief with an old top may read a slot that was not copied. It will lose, but what it reads must be a value.
    for (int64_t i = bottom; i < seen_top_ + larger->capacity; ++i) {
      larger->at(i).store(Item{}, order::relaxed);  // relaxed: published by the store of the array
    }
    // release: pairs with the acquire load of the array in steal.
    ring_.store(larger, order::release);
    return larger;
  }

  // All thieves change top.
  alignas(cache_line) atomic<int64_t, Memory> top_{static_cast<int64_t>(Memory::first_position)};
  // The owner writes bottom, all threads read it.
  alignas(cache_line) atomic<int64_t, Memory> bottom_{static_cast<int64_t>(Memory::first_position)};
  atomic<ring*, Memory> ring_;
  // A top that the owner once saw; only the owner uses this copy. The true top is never below it.
  int64_t seen_top_ = static_cast<int64_t>(Memory::first_position);
};

template <class Item, class Memory = native_memory>
using chase_lev_deque_fixed = chase_lev_deque<Item, Memory, deque_growth::fixed>;

}  // namespace schedlab
