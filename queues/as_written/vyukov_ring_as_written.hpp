// The ring of the high-throughput plan (its task 18) with the header that the plan gives it, for the record: head is a
// 64-bit number at offset 4, tail one at offset 8. They overlap, so a push to an empty ring changes the head.
//
// Unsound, and written for one thread: overlapping, misaligned atomics have no meaning in C++ (and trap in
// WebAssembly), so this form reads and writes bytes. It shows what the header does to the simplest sequence;
// vyukov_ring is the ring.
#pragma once

#include "../memory/array.hpp"
#include "../memory/native_memory.hpp"
#include "../queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class vyukov_ring_as_written {
 public:
  static constexpr queue_traits traits{
      .name = "vyukov_ring_as_written",
      .producers = multiplicity::same_thread,
      .consumers = multiplicity::same_thread,
      .order = item_order::fifo,
      .bounded = true,
      .strength = try_strength::weak,
      .sound = false,
      .item = item_kind::copied,
      .may_report_empty_spuriously = true,
      .hides_finished_pushes = true,
      .paper = "High-throughput plan, task 18",
  };

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity); }

  explicit vyukov_ring_as_written(size_t capacity)
      : slots_(accepted_capacity<vyukov_ring_as_written>(capacity)), mask_(capacity - 1) {
    for (size_t i = 0; i < capacity; ++i) slots_[i].sequence = i;
  }

  push_status try_push(Item&& item) {
    for (;;) {
      const uint64_t tail = read(tail_offset);
      slot& target = slots_[tail & mask_];
      if (target.sequence == tail) {
        write(tail_offset, tail + 1);
        target.item = item;
        target.sequence = tail + 1;
        return push_status::ok;
      }
      if (target.sequence < tail) return push_status::full;
      if (read(tail_offset) == tail) return push_status::contended;  // the plan would reload the same tail for ever
    }
  }

  pop_status try_pop(Item& item) {
    for (;;) {
      const uint64_t head = read(head_offset);
      slot& source = slots_[head & mask_];
      if (source.sequence == head + 1) {
        write(head_offset, head + 1);
        item = source.item;
        source.sequence = head + mask_ + 1;
        return pop_status::ok;
      }
      if (source.sequence < head + 1) return pop_status::empty;
      if (read(head_offset) == head) return pop_status::contended;  // the plan would reload the same head for ever
    }
  }

 private:
  struct slot {
    uint64_t sequence;
    Item item;
  };

  static constexpr size_t head_offset = 4;
  static constexpr size_t tail_offset = 8;

  uint64_t read(size_t offset) const {
    uint64_t value;
    __builtin_memcpy(&value, header_ + offset, sizeof value);
    return value;
  }
  void write(size_t offset, uint64_t value) { __builtin_memcpy(header_ + offset, &value, sizeof value); }

  array<slot, Memory> slots_;
  const uint64_t mask_;
  unsigned char header_[64] = {};
};

}  // namespace schedlab
