// A bounded ring for many producers and many consumers in which threads claim slots, not counters.
// Own design: Vyukov's ring with its counters demoted to hints, as in the repaired wpol_queue.hpp, for items of any type.
//
// The turn of a slot says which position the slot serves, and in which state it is:
//   empty -> filling -> full -> emptying -> empty (for the position one round later)
// A push claims the first empty slot from the tail on by compare-exchange, writes its item and stores full; a pop
// claims the first full one from the head on. No slot can be claimed before all those in front of it, so the slot alone
// tells whether the ring is full or empty, and a try that fails reads no line that the other side will not give up
// anyway. (Vyukov's ring has to compare both counters to answer the same.) Tail and head only say where a search
// begins; they are stored, not exchanged, and may lag. A search that begins too early skips claimed slots, by whole
// rounds if need be.
//
// A ring can also be closed, for segmented_queue: a push that finds no room marks the turn of the item in its way. No
// push can get past that slot, so the mark ends the ring for all of them at once.
//
// Progress: blocking. If a neighbour stalls between its claim and its hand-over, an operation that meets its slot
// answers `contended`; no operation waits. Linearizable: full and empty are true at the moment when the slot is read.
// Who may call what: any thread, anything. A thread with a handle of its own gives way where it has caught up with the
// other side.
#pragma once

#include "memory/array.hpp"
#include "memory/atomic.hpp"
#include "memory/native_memory.hpp"
#include "memory/plain_cell.hpp"
#include "parts/backoff.hpp"
#include "parts/ring_handle.hpp"
#include "parts/slot_spacing.hpp"
#include "queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory, slot_spacing Spacing = slot_spacing::packed>
class claim_ring {
 public:
  static constexpr queue_traits traits{
      .name = Spacing == slot_spacing::packed ? "claim_ring" : "claim_ring_padded",
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .paper = "own design, after Vyukov 2010",
  };

  enum class found_at_push { room, no_room, closed, busy };
  enum class found_at_pop { item, nothing, the_end, busy };

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  // The capacity must be a power of two.
  explicit claim_ring(size_t capacity) : slots_(accepted_capacity<claim_ring>(capacity)), mask_(capacity - 1) {
    for (size_t i = 0; i < capacity; ++i) {
      const uint64_t position = Memory::first_position + i;
      // relaxed: published by the thread that shares the ring.
      slots_[position & mask_].turn.store(turn_of(position, empty), order::relaxed);
    }
  }
  ~claim_ring() {
    if constexpr (!__is_trivially_copyable(Item)) drop_what_is_left();
  }

  template <class Role>
  ring_handle<claim_ring, Item, Memory, Role> attach(Role) {
    return ring_handle<claim_ring, Item, Memory, Role>(*this);
  }

  // `stopped_at` is set to the position for which there was no room.
  push_status try_push(Item&& item, uint64_t& stopped_at) {
    switch (push(static_cast<Item&&>(item), /*closes=*/false, stopped_at)) {
      case found_at_push::room:
        return push_status::ok;
      case found_at_push::busy:
        return push_status::contended;
      default:
        return push_status::full;
    }
  }

  // `stopped_at` is set to the position for which there was no item.
  pop_status try_pop(Item& item, uint64_t& stopped_at) {
    switch (pop(item, stopped_at)) {
      case found_at_pop::item:
        return pop_status::ok;
      case found_at_pop::busy:
        return pop_status::contended;
      default:
        return pop_status::empty;
    }
  }

  // If there is no room and `closes` is true, the ring is closed.
  found_at_push push(Item&& item, bool closes, uint64_t& stopped_at) {
    search at(tail_);
    const found_at_push found = fill_next(at, static_cast<Item&&>(item), closes);
    at.leave_hint();
    stopped_at = at.position;
    return found;
  }

  // `the_end` means that the ring is closed and every item has come out.
  found_at_pop pop(Item& item, uint64_t& stopped_at) {
    search at(head_);
    const found_at_pop found = empty_next(at, item);
    at.leave_hint();
    stopped_at = at.position;
    return found;
  }

  size_t capacity() const { return mask_ + 1; }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("tail", &tail_, sizeof tail_);
    visit("head", &head_, sizeof head_);
    for (size_t i = 0; i < capacity(); ++i) {
      visit("slot", i, "turn", &slots_[i].turn, sizeof slots_[i].turn);
      visit("slot", i, "item", &slots_[i].item, sizeof slots_[i].item);
    }
  }

 private:
  struct slot {
    alignas(turn_alignment(Spacing)) atomic<uint64_t, Memory> turn;
    plain_cell<Item, Memory> item;
  };

  // A turn: position * 8 + mark + state. Three bits of the position are lost, so turns are compared by their
  // difference.
  enum state : uint64_t { empty, filling, full, emptying };
  static constexpr uint64_t last = 4;  // the mark of a closed ring
  static constexpr uint64_t turn_of(uint64_t position, state now) { return position * 8 + now; }
  static constexpr state state_in(uint64_t turn) { return static_cast<state>(turn & 3); }
  static constexpr bool is_last(uint64_t turn) { return (turn & last) != 0; }
  // How far the slot is ahead of a position that it serves, in whole rounds of positions.
  static constexpr int64_t lead(uint64_t turn, uint64_t position) {
    return static_cast<int64_t>(turn - turn_of(position, empty)) >> 3;
  }

  // A thread's search for a slot, from the position of a hint to the slot that it wants.
  class search {
   public:
    explicit search(atomic<uint64_t, Memory>& hint) : hint_(hint) {
      // acquire: pairs with the release in leave_hint, so that no slot seen from here on is older than the hint.
      hinted_position_ = hint_.load(order::acquire);
      position = hinted_position_;
    }

    void leave_hint() {
      // relaxed: if another thread has moved the hint, that position is as good.
      if (position == hinted_position_ || hint_.load(order::relaxed) != hinted_position_) return;
      // release: pairs with the acquire in the constructor. It is no compare-exchange, which would cost as much as the
      // slot's: at worst it puts the hint back that another thread has moved since the line above.
      hint_.store(position, order::release);
    }

    uint64_t position;

   private:
    atomic<uint64_t, Memory>& hint_;
    uint64_t hinted_position_;
  };

  // The first position that this slot does not show to be claimed. In state `claimed` or a later one the slot shows
  // that every position up to the one it serves is claimed; in an earlier state, every position up to one round before.
  uint64_t behind(uint64_t turn, uint64_t position, state claimed) const {
    const uint64_t served = position + static_cast<uint64_t>(lead(turn, position));
    return state_in(turn) >= claimed ? served + 1 : served - mask_;
  }

  found_at_push fill_next(search& at, Item&& item, bool closes) {
    exponential_backoff losses;
    for (;;) {
      slot& target = slots_[at.position & mask_];
      // acquire: pairs with the release of the pop that emptied the slot, so that its item is gone before ours is built.
      uint64_t turn = target.turn.load(order::acquire);
      if (turn == turn_of(at.position, empty)) {
        // release: pairs with the acquire loads of the turn: a thread that sees this position claimed sees all before
        // it claimed.
        if (target.turn.compare_exchange_strong(turn, turn_of(at.position, filling), order::release, order::relaxed)) {
          target.item.put(static_cast<Item&&>(item));
          // release: pairs with the acquire of the pop, which reads the item.
          target.turn.store(turn_of(at.position, full), order::release);
          ++at.position;
          return found_at_push::room;
        }
        losses.template after_loss<Memory>();
        continue;
      }
      const int64_t ahead = lead(turn, at.position);
      if (is_last(turn) && (ahead < 0 || turn == (turn_of(at.position, empty) | last))) return found_at_push::closed;
      if (ahead >= 0) {
        at.position = behind(turn, at.position, filling);
        continue;
      }
      // The item of the round before is still here, or is just being taken out.
      if (state_in(turn) == emptying) return found_at_push::busy;
      if (!closes) return found_at_push::no_room;
      if (state_in(turn) == filling) return found_at_push::busy;
      // release: pairs with the acquire loads of the turn: a thread that sees the ring closed sees everything in it
      // claimed.
      if (target.turn.compare_exchange_strong(turn, turn | last, order::release, order::relaxed)) {
        return found_at_push::closed;
      }
    }
  }

  found_at_pop empty_next(search& at, Item& item) {
    exponential_backoff losses;
    for (;;) {
      slot& source = slots_[at.position & mask_];
      // acquire: pairs with the release of the push that filled the slot, so that the whole item is seen.
      uint64_t turn = source.turn.load(order::acquire);
      if (turn == turn_of(at.position, empty)) return found_at_pop::nothing;
      if ((turn & ~last) == turn_of(at.position, full)) {
        // release: pairs with the acquire loads of the turn: a thread that sees this position claimed sees all before
        // it claimed.
        if (source.turn.compare_exchange_strong(turn, turn + (emptying - full), order::release, order::relaxed)) {
          item = source.item.take();
          // release: pairs with the acquire of the push one round later, which builds its item here.
          source.turn.store(turn_of(at.position + capacity(), empty) | (turn & last), order::release);
          ++at.position;
          return found_at_pop::item;
        }
        losses.template after_loss<Memory>();
        continue;
      }
      if (turn == turn_of(at.position, filling)) return found_at_pop::busy;
      const int64_t ahead = lead(turn, at.position);
      if (ahead > 0 || (ahead == 0 && state_in(turn) == emptying)) {
        at.position = behind(turn, at.position, emptying);
        continue;
      }
      // No push has claimed this position yet, and no item is left before it.
      return is_last(turn) ? found_at_pop::the_end : found_at_pop::nothing;
    }
  }

  void drop_what_is_left() {
    for (size_t i = 0; i < capacity(); ++i) {
      // relaxed: nobody else is here any more
      if (state_in(slots_[i].turn.load(order::relaxed)) == full) slots_[i].item.take();
    }
  }

  array<slot, Memory> slots_;
  const uint64_t mask_;
  alignas(cache_line) atomic<uint64_t, Memory> tail_{Memory::first_position};
  alignas(cache_line) atomic<uint64_t, Memory> head_{Memory::first_position};
};

template <class Item, class Memory = native_memory>
using claim_ring_padded = claim_ring<Item, Memory, slot_spacing::padded>;

}  // namespace schedlab
