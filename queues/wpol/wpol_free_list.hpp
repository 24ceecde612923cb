// The repaired free list of WPOL task slots: a Treiber stack of indices (R. K. Treiber, 1986) whose head carries a tag
// that every change increments, so that a head which went away and came back is not mistaken for an unchanged one
// (ABA). With capacities up to 2^16 - 1 the index takes 16 bits and the tag 48; beyond, 32 and 32. Bare.
//
// Progress: lock-free. Who may call what: any thread, anything; a slot is freed once, by the thread that holds it.
#pragma once

#include "../memory/atomic.hpp"
#include "wpol_error.hpp"

namespace schedlab {

// Region offers capacity(), tagged_free_head(), link(i), state(i), reference_count(i), allocated().
template <class Region>
class wpol_free_list {
 public:
  explicit wpol_free_list(const Region& region) : region_(region) {}

  // No other thread may use the region meanwhile.
  void initialise() const {
    region_.write_free_list(end());
    region_.tagged_free_head().store(0, order::relaxed);  // relaxed: published by the magic
  }

  wpol_error allocate(uint32_t& slot, uint32_t retry_limit) const {
    // acquire: pairs with the release in free: the slot's link is the one stored there.
    uint64_t head = region_.tagged_free_head().load(order::acquire);
    for (uint32_t attempt = 0; attempt < retry_limit; ++attempt) {
      const uint32_t index = index_of(head);
      if (index == end()) return wpol_error::no_free_slot;
      // relaxed: if the slot was taken meanwhile this is some task's id, and the tag makes the compare-exchange fail.
      const uint32_t next = region_.link(index).load(order::relaxed);
      // acquire: pairs with the release in free: what the last holder did with the slot is over.
      if (region_.tagged_free_head().compare_exchange_weak(head, tagged(next, head), order::acquire, order::acquire)) {
        region_.state(index).store(1, order::relaxed);            // relaxed: the slot is ours alone
        region_.reference_count(index).store(1, order::relaxed);  // relaxed: the slot is ours alone
        region_.allocated().fetch_add(1, order::relaxed);         // relaxed: a statistic
        slot = index;
        return wpol_error::none;
      }
    }
    return wpol_error::contended;
  }

  wpol_error free(uint32_t slot) const {
    if (slot >= region_.capacity()) return wpol_error::slot_out_of_range;
    uint32_t state = 1;
    // relaxed: it only decides which of two frees is the one too many; the head orders the rest.
    if (!region_.state(slot).compare_exchange_strong(state, 0, order::relaxed, order::relaxed)) {
      return wpol_error::slot_not_allocated;
    }
    region_.allocated().fetch_add(~uint32_t{0}, order::relaxed);  // relaxed: a statistic
    // relaxed: only its index and tag are used, and the compare-exchange confirms them.
    uint64_t head = region_.tagged_free_head().load(order::relaxed);
    // There is no retry limit: a slot whose free was given up would be lost.
    for (;;) {
      region_.link(slot).store(index_of(head), order::relaxed);  // relaxed: published by the head
      // release: pairs with the acquires in allocate.
      if (region_.tagged_free_head().compare_exchange_weak(head, tagged(slot, head), order::release, order::relaxed)) {
        return wpol_error::none;
      }
    }
  }

 private:
  unsigned index_bits() const { return region_.capacity() < 0x10000 ? 16 : 32; }
  uint64_t index_mask() const { return (uint64_t{1} << index_bits()) - 1; }
  uint32_t end() const { return static_cast<uint32_t>(index_mask()); }
  uint32_t index_of(uint64_t head) const { return static_cast<uint32_t>(head & index_mask()); }

  // `index` with the tag that follows the tag of `head`.
  uint64_t tagged(uint32_t index, uint64_t head) const {
    const uint64_t tag = (head >> index_bits()) + 1;
    return tag << index_bits() | (index & index_mask());
  }

  const Region& region_;
};

}  // namespace schedlab
