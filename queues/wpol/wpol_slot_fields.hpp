// The fields of a task slot that its owner reads and writes. Both forms of the WPOL queue share them. Bare.
#pragma once

#include "wpol_region.hpp"

namespace schedlab {

// A caller that was given the slot by allocate or pop may use these until it frees the slot or pushes it on.
template <class Memory, class Layout>
class wpol_slot_fields {
 public:
  wpol_slot_fields(const wpol_region<Memory, Layout>& region, uint32_t slot) : region_(region), slot_(slot) {}

  // relaxed, all of them: the thread that hands the slot on (push, free) releases, and the thread that receives it
  // (pop, allocate) acquires.
  uint32_t task_id() const { return region_.link(slot_).load(order::relaxed); }
  uint64_t timestamp() const { return region_.timestamp(slot_).load(order::relaxed); }
  uint32_t method() const { return region_.method(slot_).load(order::relaxed); }
  uint32_t priority() const { return region_.priority(slot_).load(order::relaxed); }
  uint32_t reference_count() const { return region_.reference_count(slot_).load(order::relaxed); }

  // relaxed, as above: published by push or free.
  void set_task_id(uint32_t id) const { region_.link(slot_).store(id, order::relaxed); }
  void set_timestamp(uint64_t time) const { region_.timestamp(slot_).store(time, order::relaxed); }
  void set_method(uint32_t method) const { region_.method(slot_).store(method, order::relaxed); }
  void set_priority(uint32_t priority) const { region_.priority(slot_).store(priority, order::relaxed); }

  // Returns the count afterwards.
  uint32_t add_reference() const {
    return region_.reference_count(slot_).fetch_add(1, order::relaxed) + 1;  // relaxed: the caller holds a reference
  }
  uint32_t drop_reference() const {
    // acq_rel: pairs with itself: the thread that drops the last reference sees all that the others did before.
    return region_.reference_count(slot_).fetch_add(~uint32_t{0}, order::acq_rel) - 1;
  }

 private:
  const wpol_region<Memory, Layout>& region_;
  const uint32_t slot_;
};

}  // namespace schedlab
