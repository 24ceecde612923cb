// A ring for one producer and one consumer with cached indices.
// The ring: L. Lamport, "Proving the correctness of multiprocess programs", 1977. The copies: P. P. C. Lee, T. Bu, G.
// Chandranmenon, "A lock-free, cache-efficient multi-core synchronization mechanism for line-rate network traffic
// monitoring" (MCRingBuffer), IPDPS 2010.
//
// The producer alone moves the tail, the consumer alone the head. Each keeps a copy of the other's index and looks at the
// real one only when the copy says full (empty): while the ring is neither, an operation touches no line that the other
// side writes but the slot's.
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
class spsc_ring {
 public:
  static constexpr queue_traits traits{
      .name = "spsc_ring",
      .producers = multiplicity::one,
      .consumers = multiplicity::one,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::wait_free,
      .paper = "Lamport 1977; Lee et al. 2010",
  };
  static constexpr unsigned wait_free_steps = 3;

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  // The capacity must be a power of two.
  explicit spsc_ring(size_t capacity) : slots_(accepted_capacity<spsc_ring>(capacity)), mask_(capacity - 1) {}
  ~spsc_ring() {
    uint64_t head = head_.load(order::relaxed);        // relaxed: nobody else is here any more
    const uint64_t tail = tail_.load(order::relaxed);  // relaxed: as above
    while (head != tail) slots_[head++ & mask_].take();
  }

  push_status try_push(Item&& item) {
    const uint64_t tail = tail_.load(order::relaxed);  // relaxed: only this thread writes it
    if (tail - known_head_ > mask_) {
      // acquire: pairs with the release in try_pop, so that the item before is gone from the slot.
      known_head_ = head_.load(order::acquire);
      if (tail - known_head_ > mask_) return push_status::full;
    }
    slots_[tail & mask_].put(static_cast<Item&&>(item));
    // release: pairs with the acquire in try_pop.
    tail_.store(tail + 1, order::release);
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    const uint64_t head = head_.load(order::relaxed);  // relaxed: only this thread writes it
    if (head == known_tail_) {
      // acquire: pairs with the release in try_push, so that the whole item is seen.
      known_tail_ = tail_.load(order::acquire);
      if (head == known_tail_) return pop_status::empty;
    }
    item = slots_[head & mask_].take();
    // release: pairs with the acquire in try_push.
    head_.store(head + 1, order::release);
    return pop_status::ok;
  }

  size_t capacity() const { return mask_ + 1; }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("tail", &tail_, sizeof tail_);
    visit("head", &head_, sizeof head_);
    for (size_t i = 0; i < capacity(); ++i) visit("slot", i, "", &slots_[i], sizeof slots_[i]);
  }

 private:
  array<plain_cell<Item, Memory>, Memory> slots_;
  const uint64_t mask_;
  // The producer's line, then the consumer's.
  alignas(cache_line) atomic<uint64_t, Memory> tail_{Memory::first_position};
  uint64_t known_head_ = Memory::first_position;
  alignas(cache_line) atomic<uint64_t, Memory> head_{Memory::first_position};
  uint64_t known_tail_ = Memory::first_position;
};

}  // namespace schedlab
