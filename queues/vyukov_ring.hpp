// Vyukov's bounded ring for many producers and many consumers.
// D. Vyukov, "Bounded MPMC queue", 1024cores.net, 2010.
//
// Every slot carries a turn, which says for which position the slot is ready, and whether for a push or a pop:
//   turn == 2p      empty, ready for the push at position p
//   turn == 2p + 1  full, ready for the pop at position p
// A thread claims position p by moving the tail (head) from p to p + 1, works on the slot alone, and passes it on by
// storing its next turn: 2p + 1 after a push, 2(p + capacity) after a pop. (The classic p and p + 1 need a capacity of
// at least two; doubled turns work from one slot up.)
//
// Progress: blocking. A thread that stalls between claim and hand-over blocks its slot for everybody: the weak tries
// then say full or empty although other items are there; the strong ones look at the other counter and wait for the
// slot unless the ring is full or empty indeed. Never call it lock-free. Who may call what: any thread, anything. A
// thread with a handle of its own (attach) gives way where it has caught up with the other side.
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

template <class Item, class Memory = native_memory, try_strength Strength = try_strength::weak,
          slot_spacing Spacing = slot_spacing::packed>
class vyukov_ring {
 public:
  static constexpr queue_traits traits{
      .name = Spacing == slot_spacing::padded  ? "vyukov_ring_padded"
              : Strength == try_strength::weak ? "vyukov_ring"
                                               : "vyukov_ring_strong",
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .strength = Strength,
      .may_report_empty_spuriously = Strength == try_strength::weak,
      .hides_finished_pushes = Strength == try_strength::weak,
      .paper = "Vyukov 2010, Bounded MPMC queue",
  };

  struct slot {
    alignas(turn_alignment(Spacing)) atomic<uint64_t, Memory> turn;
    plain_cell<Item, Memory> item;
  };

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  // The capacity must be a power of two.
  explicit vyukov_ring(size_t capacity) : slots_(accepted_capacity<vyukov_ring>(capacity)), mask_(capacity - 1) {
    for (size_t i = 0; i < capacity; ++i) {
      const uint64_t position = Memory::first_position + i;
      // relaxed: published by the thread that shares the ring.
      slots_[position & mask_].turn.store(empty_turn(position), order::relaxed);
    }
  }

  ~vyukov_ring() {
    if constexpr (!__is_trivially_copyable(Item)) drop_what_is_left();
  }

  template <class Role>
  ring_handle<vyukov_ring, Item, Memory, Role> attach(Role) {
    return ring_handle<vyukov_ring, Item, Memory, Role>(*this);
  }

  push_status try_push(Item&& item) {
    uint64_t stopped_at = 0;
    return try_push(static_cast<Item&&>(item), stopped_at);
  }
  pop_status try_pop(Item& item) {
    uint64_t stopped_at = 0;
    return try_pop(item, stopped_at);
  }

  // `stopped_at` is set to the position for which there was no room.
  push_status try_push(Item&& item, uint64_t& stopped_at) {
    exponential_backoff losses;
    uint64_t position = tail_.load(look);
    for (;;) {
      slot& target = slots_[position & mask_];
      // acquire: pairs with the release in try_pop that emptied the slot, so that its item is gone before ours is
      // built.
      const uint64_t turn = target.turn.load(order::acquire);
      const auto lead = static_cast<int64_t>(turn - empty_turn(position));
      if (lead == 0) {
        if (tail_.compare_exchange_weak(position, position + 1, claim, look)) {
          target.item.put(static_cast<Item&&>(item));
          // release: pairs with the acquire load of the turn in try_pop.
          target.turn.store(full_turn(position), order::release);
          return push_status::ok;
        }
        losses.after_loss<Memory>();
      } else if (lead < 0) {
        if (Strength == try_strength::weak || is_full_at(position)) {
          stopped_at = position;
          return push_status::full;
        }
        Memory::pause();
        position = tail_.load(look);
      } else {
        position = tail_.load(look);
      }
    }
  }

  // `stopped_at` is set to the position for which there was no item.
  pop_status try_pop(Item& item, uint64_t& stopped_at) {
    exponential_backoff losses;
    uint64_t position = head_.load(look);
    for (;;) {
      slot& source = slots_[position & mask_];
      // acquire: pairs with the release in try_push that filled the slot, so that the whole item is seen.
      const uint64_t turn = source.turn.load(order::acquire);
      const auto lead = static_cast<int64_t>(turn - full_turn(position));
      if (lead == 0) {
        if (head_.compare_exchange_weak(position, position + 1, claim, look)) {
          item = source.item.take();
          // release: pairs with the acquire load of the turn in try_push.
          source.turn.store(empty_turn(position + mask_ + 1), order::release);
          return pop_status::ok;
        }
        losses.after_loss<Memory>();
      } else if (lead < 0) {
        if (Strength == try_strength::weak || is_empty_at(position)) {
          stopped_at = position;
          return pop_status::empty;
        }
        Memory::pause();
        position = head_.load(look);
      } else {
        position = head_.load(look);
      }
    }
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

  // Between 0 and the capacity; exact when no other thread is at work.
  size_t approximate_size() const {
    // relaxed: the answer is stale by the time it is read.
    const uint64_t head = head_.load(order::relaxed);
    const uint64_t tail = tail_.load(order::relaxed);
    const auto size = static_cast<int64_t>(tail - head);
    if (size < 0) return 0;
    return static_cast<uint64_t>(size) > capacity() ? capacity() : static_cast<size_t>(size);
  }

 private:
  // relaxed: a counter only deals out positions, and a position is a guess until the compare-exchange confirms it. A
  // strong answer promises more: a thread that sees that a position was claimed must know what its claimer knew, or the
  // two counters could tell of different moments. Hence acquire, which pairs with the release half of each claim.
  static constexpr order look = Strength == try_strength::weak ? order::relaxed : order::acquire;
  static constexpr order claim = Strength == try_strength::weak ? order::relaxed : order::acq_rel;  // pairs with look

  static constexpr uint64_t empty_turn(uint64_t position) { return 2 * position; }
  static constexpr uint64_t full_turn(uint64_t position) { return 2 * position + 1; }

  // The slot of `position` still holds the item of the round before. If the head has not passed that item, all slots
  // were taken at that moment; if it has, the popper is about to pass the slot on.
  bool is_full_at(uint64_t position) const {
    // acquire: pairs with nothing that orders items; it keeps this load behind the load of the turn.
    const uint64_t head = head_.load(order::acquire);
    // The difference is signed: the position is a guess, and the head may have passed it.
    return static_cast<int64_t>(position - head) >= static_cast<int64_t>(capacity());
  }

  bool is_empty_at(uint64_t position) const {
    // acquire: pairs with nothing that orders items; it keeps this load behind the load of the turn.
    return tail_.load(order::acquire) == position;
  }

  void drop_what_is_left() {
    for (uint64_t position = head_.load(order::relaxed);; ++position) {  // relaxed: nobody else is here any more
      slot& candidate = slots_[position & mask_];
      // relaxed: as above.
      const uint64_t turn = candidate.turn.load(order::relaxed);
      if (turn != full_turn(position)) return;
      candidate.item.take();
    }
  }

  array<slot, Memory> slots_;
  const uint64_t mask_;
  alignas(cache_line) atomic<uint64_t, Memory> tail_{Memory::first_position};
  alignas(cache_line) atomic<uint64_t, Memory> head_{Memory::first_position};
};

template <class Item, class Memory = native_memory>
using vyukov_ring_strong = vyukov_ring<Item, Memory, try_strength::strong>;

template <class Item, class Memory = native_memory>
using vyukov_ring_padded = vyukov_ring<Item, Memory, try_strength::weak, slot_spacing::padded>;

}  // namespace schedlab
