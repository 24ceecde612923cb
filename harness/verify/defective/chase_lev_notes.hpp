// The deque of the work-stealing notes. Its sequential faults are repaired (signed indices, a test for empty and full,
// bottom restored on both ways out), and one of its concurrent faults at a time is left in: the checker must find each.
// Only the verification is linked with it.
//
// Where the notes leave something open, it is chosen so that only the named fault is there: `no_fence` reads top before
// bottom and releases every bottom; `bottom_first` has the fences; and so on. `none` is sound, so a refutation is due
// to the fault.
#pragma once

#include <type_traits>

#include "queues/memory/array.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/queue.hpp"

namespace schedlab::verify {

enum class notes_fault {
  none,
  no_fence,       // nothing keeps the load of top behind the store of bottom
  bottom_first,   // a thief reads bottom, then top
  plain_slots,    // tasks are copied as they are, not through atomics
  relaxed_bottom  // the owner's pop stores bottom relaxed
};

constexpr const char* name_of(notes_fault fault) {
  switch (fault) {
    case notes_fault::none:
      return "chase_lev_notes";
    case notes_fault::no_fence:
      return "chase_lev_notes_no_fence";
    case notes_fault::bottom_first:
      return "chase_lev_notes_bottom_first";
    case notes_fault::plain_slots:
      return "chase_lev_notes_plain_slots";
    case notes_fault::relaxed_bottom:
      return "chase_lev_notes_relaxed_bottom";
  }
  return "";
}

template <class Item, class Memory, notes_fault Fault>
class chase_lev_notes {
 public:
  static constexpr queue_traits traits{
      .name = name_of(Fault),
      .producers = multiplicity::one,
      .order = item_order::deque,
      .bounded = true,
      .progress = progress_guarantee::lock_free,
      .sound = Fault == notes_fault::none,
      .item = item_kind::word,
      .paper = "Work-stealing thread pool notes, phase 2",
  };
  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  explicit chase_lev_notes(size_t capacity) : slots_(capacity), mask_(static_cast<int64_t>(capacity) - 1) {}

  class owner_handle {
   public:
    explicit owner_handle(chase_lev_notes* deque) : deque_(deque) {}
    push_status try_push(Item&& item) { return deque_->push(item); }
    pop_status try_pop(Item& item) { return deque_->pop(item); }

   private:
    chase_lev_notes* deque_;
  };
  class thief_handle {
   public:
    explicit thief_handle(chase_lev_notes* deque) : deque_(deque) {}
    steal_status steal(Item& item) { return deque_->steal(item); }

   private:
    chase_lev_notes* deque_;
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
  // A slot that thieves may copy while the owner writes it.
  struct plain_slot {
    Item content;
  };
  struct atomic_slot {
    atomic<Item, Memory> content;
  };
  using slot = std::conditional_t<Fault == notes_fault::plain_slots, plain_slot, atomic_slot>;

  void put(int64_t index, Item item) {
    auto& content = slots_[static_cast<size_t>(index & mask_)].content;
    if constexpr (Fault == notes_fault::plain_slots) {
      Memory::writes(&content, sizeof content, site::here());
      content = item;
    } else {
      content.store(item, order::relaxed);  // relaxed: published by the store of bottom
    }
  }

  Item get(int64_t index) {
    auto& content = slots_[static_cast<size_t>(index & mask_)].content;
    if constexpr (Fault == notes_fault::plain_slots) {
      Memory::reads(&content, sizeof content, site::here());
      return content;
    } else {
      return content.load(order::relaxed);  // relaxed: bottom was acquired
    }
  }

  push_status push(Item item) {
    const int64_t bottom = bottom_.load(order::relaxed);  // relaxed: the owner's own
    // acquire: pairs with the compare-exchange in steal.
    const int64_t top = top_.load(order::acquire);
    if (bottom - top > mask_) return push_status::full;
    put(bottom, item);
    // release: pairs with the acquire load of bottom in steal.
    bottom_.store(bottom + 1, order::release);
    return push_status::ok;
  }

  pop_status pop(Item& item) {
    const int64_t bottom = bottom_.load(order::relaxed) - 1;  // relaxed: the owner's own
    // release, but for the fault: pairs with the acquire load of bottom in steal.
    bottom_.store(bottom, of_pop);
    // seq_cst: pairs with the fence in steal.
    if constexpr (Fault != notes_fault::no_fence) Memory::fence(order::seq_cst);
    // acquire, as written: pairs with the compare-exchange in steal.
    int64_t top = top_.load(order::acquire);
    if (top > bottom) {
      // As above: pairs with the load in steal.
      bottom_.store(bottom + 1, of_pop);
      return pop_status::empty;
    }
    const Item last = get(bottom);
    if (top == bottom) {
      // acq_rel, as written: pairs with the compare-exchange in steal.
      const bool mine = top_.compare_exchange_strong(top, top + 1, order::acq_rel, order::acquire);
      // As above: pairs with the load in steal.
      bottom_.store(bottom + 1, of_pop);
      if (!mine) return pop_status::empty;
    }
    item = last;
    return pop_status::ok;
  }

  steal_status steal(Item& item) {
    int64_t bottom = 0;
    // acquire: pairs with the stores of bottom.
    if constexpr (Fault == notes_fault::bottom_first) bottom = bottom_.load(order::acquire);
    // acquire, as written: pairs with the compare-exchanges of top.
    int64_t top = top_.load(order::acquire);
    // seq_cst: pairs with the fence in pop.
    if constexpr (Fault != notes_fault::no_fence) Memory::fence(order::seq_cst);
    // acquire: pairs with the stores of bottom.
    if constexpr (Fault != notes_fault::bottom_first) bottom = bottom_.load(order::acquire);
    if (top >= bottom) return steal_status::empty;
    const Item found = get(top);
    // seq_cst, because the notes' acq_rel is a fault of its own; pairs with the fences.
    if (!top_.compare_exchange_strong(top, top + 1, order::seq_cst, order::relaxed)) return steal_status::lost_race;
    item = found;
    return steal_status::ok;
  }

  static constexpr order of_pop = Fault == notes_fault::relaxed_bottom ? order::relaxed   // relaxed: the fault
                                                                       : order::release;  // pairs with steal's acquire

  array<slot, Memory> slots_;
  const int64_t mask_;
  atomic<int64_t, Memory> top_{0};
  atomic<int64_t, Memory> bottom_{0};
};

}  // namespace schedlab::verify
