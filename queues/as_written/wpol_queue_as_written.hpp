// The lock-free queue protocol (WPOL, header version 1) exactly as its specification says, for the record. All accesses
// sequentially consistent, as there.
//
// Unsound with more than one producer or consumer: a push can succeed behind a stale tail (the queue then says empty,
// and full, for ever), an item can be delivered twice, the free list suffers ABA; and with a single thread, slot 0 at
// priority 0 is the word 0, which means "no entry". With one producer, one consumer and no entry 0 it is correct.
// wpol_queue is the repaired form. Who may call what: see there.
#pragma once

#include "../memory/native_memory.hpp"
#include "../queue.hpp"
#include "../wpol/wpol_in_own_region.hpp"  // carries it in the catalogue
#include "../wpol/wpol_region.hpp"
#include "../wpol/wpol_slot_fields.hpp"

namespace schedlab {

template <class Memory = native_memory>
class wpol_queue_as_written {
 public:
  static constexpr queue_traits traits{
      .name = "wpol_queue_as_written",
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .sound = false,
      .item = item_kind::index,
      .shared_memory = true,
      .paper = "Lock-free queue protocol specification",
  };

  using memory = Memory;
  using region_type = wpol_region<Memory, wpol_specified_layout>;
  static constexpr uint32_t version = 1;
  static constexpr uint32_t no_slot = 0xFFFFFFFF;
  static constexpr uint32_t retry_limit = 1024;

  // Only one thread may call this, as the specification assumes.
  static wpol_error initialise(void* bytes, size_t size, uint32_t capacity) {
    const wpol_error fits = region_type::check(bytes, size, capacity);
    if (fits != wpol_error::none) return fits;
    region_type region(bytes, capacity);
    const wpol_error present = region_type::attach(bytes, size, version, capacity, region);
    if (present != wpol_error::invalid_magic) return present;
    region.write_header(version);
    region.write_free_list(no_slot);
    // relaxed: published by the magic.
    region.free_head().store(0, order::relaxed);
    for (uint32_t i = 0; i < capacity; ++i) region.entry(i).store(0, order::relaxed);
    region.publish();
    return wpol_error::none;
  }

  static wpol_error attach(void* bytes, size_t size, uint32_t capacity, wpol_queue_as_written& found) {
    return region_type::attach(bytes, size, version, capacity, found.region_);
  }

  wpol_error push(uint32_t slot, uint32_t priority = 0) {
    if (slot >= region_.capacity()) return wpol_error::slot_out_of_range;
    return push_number(slot, priority);
  }

  // The second half of push, after the check that the slot exists.
  wpol_error push_number(uint32_t slot, uint32_t priority = 0) {
    for (uint32_t attempt = 0; attempt < retry_limit; ++attempt) {
      // seq_cst, here and below: as written; each pairs with every other one.
      const uint64_t tail = region_.tail().load(order::seq_cst);
      // As above: pairs with all.
      const uint64_t head = region_.head().load(order::seq_cst);
      if (tail - head >= region_.capacity()) return wpol_error::full;
      auto entry = region_.entry(tail);
      uint64_t found = entry.load(order::seq_cst);  // as above: pairs with all
      if (found != 0) return wpol_error::full;
      const uint64_t value = uint64_t{priority} << 32 | slot;
      // As above: pairs with all.
      if (entry.compare_exchange_strong(found, value, order::seq_cst, order::seq_cst)) {
        region_.tail().fetch_add(1, order::seq_cst);  // as above: pairs with all
        return wpol_error::none;
      }
    }
    return wpol_error::contended;
  }

  wpol_error pop(uint32_t& slot, uint32_t& priority) {
    for (uint32_t attempt = 0; attempt < retry_limit; ++attempt) {
      // seq_cst, here and below: as written; each pairs with every other one.
      uint64_t head = region_.head().load(order::seq_cst);
      // As above: pairs with all.
      const uint64_t tail = region_.tail().load(order::seq_cst);
      if (head >= tail) return wpol_error::empty;
      auto entry = region_.entry(head);
      const uint64_t value = entry.load(order::seq_cst);  // as above: pairs with all
      if (value == 0) return wpol_error::empty;
      // As above: pairs with all.
      if (region_.head().compare_exchange_strong(head, head + 1, order::seq_cst, order::seq_cst)) {
        entry.store(0, order::seq_cst);  // as above: pairs with all
        slot = static_cast<uint32_t>(value);
        priority = static_cast<uint32_t>(value >> 32);
        return wpol_error::none;
      }
    }
    return wpol_error::contended;
  }

  wpol_error allocate(uint32_t& slot) {
    for (uint32_t attempt = 0; attempt < retry_limit; ++attempt) {
      // seq_cst, here and below: as written; each pairs with every other one.
      uint32_t head = region_.free_head().load(order::seq_cst);
      if (head == no_slot) return wpol_error::no_free_slot;
      const uint32_t next = region_.link(head).load(order::seq_cst);  // as above: pairs with all
      // As above: pairs with all.
      if (!region_.free_head().compare_exchange_strong(head, next, order::seq_cst, order::seq_cst)) continue;
      region_.state(head).store(1, order::seq_cst);            // as above: pairs with all
      region_.reference_count(head).store(1, order::seq_cst);  // as above: pairs with all
      region_.allocated().fetch_add(1, order::seq_cst);        // as above: pairs with all
      slot = head;
      return wpol_error::none;
    }
    return wpol_error::contended;
  }

  wpol_error free(uint32_t slot) {
    if (slot >= region_.capacity()) return wpol_error::slot_out_of_range;
    // seq_cst, here and below: as written; each pairs with every other one. The state is looked at first only to tell a
    // double free, which the specification forgot; its own steps follow.
    if (region_.state(slot).load(order::seq_cst) == 0) return wpol_error::slot_not_allocated;
    for (uint32_t attempt = 0; attempt < retry_limit; ++attempt) {
      uint32_t head = region_.free_head().load(order::seq_cst);  // as above: pairs with all
      region_.link(slot).store(head, order::seq_cst);            // as above: pairs with all
      region_.state(slot).store(0, order::seq_cst);              // as above: pairs with all
      // As above: pairs with all.
      if (!region_.free_head().compare_exchange_strong(head, slot, order::seq_cst, order::seq_cst)) continue;
      region_.allocated().fetch_add(~uint32_t{0}, order::seq_cst);  // as above: pairs with all
      return wpol_error::none;
    }
    // Unlike a push, a free that gives up must not leave the slot marked free: it could never be freed again.
    region_.state(slot).store(1, order::seq_cst);  // as above: pairs with all
    return wpol_error::contended;
  }

  // Exact when no other thread is at work.
  size_t size() const {
    // seq_cst: as written; pairs with all.
    const uint64_t tail = region_.tail().load(order::seq_cst);
    // As above: pairs with all.
    const uint64_t head = region_.head().load(order::seq_cst);
    return tail - head;
  }

  uint32_t allocated() const { return region_.allocated().load(order::seq_cst); }  // as above: pairs with all
  uint32_t capacity() const { return region_.capacity(); }
  template <class Visitor>
  void describe(Visitor& visit) const {
    region_.describe(visit);
  }
  auto slot(uint32_t index) const { return wpol_slot_fields<Memory, wpol_specified_layout>(region_, index); }

 private:
  region_type region_;
};

}  // namespace schedlab
