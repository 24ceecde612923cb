// The memory of the lock-free queue protocol (WPOL): a header, a ring of 8-byte entries and 64-byte task slots in a
// caller's region of raw bytes, which may be shared between processes or with a WebAssembly module. This file knows
// where everything lies and when a thread may start using it; the queues over it know how entries and the free list
// move. Bare.
//
//   0 magic "WPOL"   4 version   8 head   16 tail   24 capacity   28 mask   32 allocated count   40 slots' offset
//   48 free list head   64 ring (capacity x 8)   then slots (capacity x 64)
//
// The padded layout, the protocol's own "future optimisation", moves head to offset 64, tail to 128 and the ring to
// 192, so that neither shares a line with anything. Every form has a header version of its own and refuses the others'.
#pragma once

#include "../memory/atomic.hpp"
#include "wpol_error.hpp"

namespace schedlab {

struct wpol_specified_layout {
  static constexpr size_t head = 8;
  static constexpr size_t tail = 16;
  static constexpr size_t ring = 64;
};

struct wpol_padded_layout {
  static constexpr size_t head = 64;
  static constexpr size_t tail = 128;
  static constexpr size_t ring = 192;
};

inline constexpr uint32_t wpol_magic = 0x57504F4C;         // "WPOL"
inline constexpr uint32_t wpol_initialising = 0x494E4954;  // "INIT": a thread is initialising the region

template <class Memory, class Layout>
class wpol_region {
 public:
  static constexpr size_t alignment = 64;
  static constexpr size_t slot_bytes = 64;
  // With twice as many slots their offset would not fit its 32 bits.
  static constexpr uint32_t largest_capacity = uint32_t{1} << 28;

  static constexpr size_t required_bytes(uint32_t capacity) {
    return Layout::ring + size_t{capacity} * (sizeof(uint64_t) + slot_bytes);
  }

  wpol_region() = default;
  wpol_region(void* bytes, uint32_t capacity) : bytes_(static_cast<unsigned char*>(bytes)), mask_(capacity - 1) {}

  uint32_t capacity() const { return mask_ + 1; }
  uint32_t mask() const { return mask_; }

  using word = atomic_at<uint32_t, Memory>;
  using wide = atomic_at<uint64_t, Memory>;

  word magic() const { return word(bytes_); }
  word version() const { return word(bytes_ + 4); }
  wide head() const { return wide(bytes_ + Layout::head); }
  wide tail() const { return wide(bytes_ + Layout::tail); }
  word stored_capacity() const { return word(bytes_ + 24); }
  word stored_mask() const { return word(bytes_ + 28); }
  word allocated() const { return word(bytes_ + 32); }
  word slots_offset() const { return word(bytes_ + 40); }
  word free_head() const { return word(bytes_ + 48); }         // as specified
  wide tagged_free_head() const { return wide(bytes_ + 48); }  // repaired: a tag beside the index
  wide entry(uint64_t position) const { return wide(bytes_ + Layout::ring + (position & mask_) * sizeof(uint64_t)); }

  // Fields of a task slot. `link` is the next free slot while the slot is free, and the task id while it is allocated.
  word state(uint32_t slot) const { return word(slot_at(slot)); }
  word link(uint32_t slot) const { return word(slot_at(slot) + 4); }
  word priority(uint32_t slot) const { return word(slot_at(slot) + 8); }
  wide timestamp(uint32_t slot) const { return wide(slot_at(slot) + 16); }
  word method(uint32_t slot) const { return word(slot_at(slot) + 24); }
  word reference_count(uint32_t slot) const { return word(slot_at(slot) + 28); }

  // Whether a queue of this capacity fits these bytes.
  static wpol_error check(const void* bytes, size_t size, uint32_t capacity) {
    if (capacity == 0) return wpol_error::capacity_zero;
    if (!is_power_of_two(capacity)) return wpol_error::capacity_not_power_of_two;
    if (capacity > largest_capacity) return wpol_error::capacity_too_large;
    if (reinterpret_cast<uintptr_t>(bytes) % alignment != 0) return wpol_error::region_misaligned;
    if (size < required_bytes(capacity)) return wpol_error::region_too_small;
    return wpol_error::none;
  }

  // Finds the queue that lies in the region. A `capacity` of 0 accepts any.
  static wpol_error attach(void* bytes, size_t size, uint32_t version, uint32_t capacity, wpol_region& found) {
    if (reinterpret_cast<uintptr_t>(bytes) % alignment != 0) return wpol_error::region_misaligned;
    if (size < Layout::ring) return wpol_error::region_too_small;
    const wpol_region header(bytes, 1);
    // acquire: pairs with the release in publish: a thread that sees the magic sees the whole header, ring and free
    // list.
    const uint32_t magic = header.magic().load(order::acquire);
    if (magic == wpol_initialising) return wpol_error::being_initialised;
    if (magic != wpol_magic) return wpol_error::invalid_magic;
    // relaxed: the magic was acquired, and these never change afterwards.
    if (header.version().load(order::relaxed) != version) return wpol_error::version_mismatch;
    const uint32_t stored = header.stored_capacity().load(order::relaxed);
    if (capacity != 0 && stored != capacity) return wpol_error::capacity_mismatch;
    const wpol_error fits = check(bytes, size, stored);
    if (fits != wpol_error::none) return fits;
    found = wpol_region(bytes, stored);
    return wpol_error::none;
  }

  // Writes the fields that are the same in every form, all but the magic. No other thread may use the region meanwhile.
  void write_header(uint32_t version_number) const {
    // relaxed: published by the magic.
    version().store(version_number, order::relaxed);
    head().store(Memory::first_position, order::relaxed);
    tail().store(Memory::first_position, order::relaxed);
    stored_capacity().store(capacity(), order::relaxed);
    stored_mask().store(mask(), order::relaxed);
    allocated().store(0, order::relaxed);
    slots_offset().store(static_cast<uint32_t>(Layout::ring + size_t{capacity()} * sizeof(uint64_t)), order::relaxed);
  }

  // Makes all slots free, each linked to the next one, and the last one to `end`.
  void write_free_list(uint32_t end) const {
    for (uint32_t slot = 0; slot < capacity(); ++slot) {
      // relaxed: published by the magic.
      state(slot).store(0, order::relaxed);
      link(slot).store(slot + 1 < capacity() ? slot + 1 : end, order::relaxed);
      reference_count(slot).store(0, order::relaxed);
    }
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("magic", magic().address(), 4);
    visit("head", head().address(), 8);
    visit("tail", tail().address(), 8);
    visit("allocated", allocated().address(), 4);
    visit("free head", tagged_free_head().address(), 8);
    for (uint32_t i = 0; i < capacity(); ++i) {
      visit("entry", i, "", entry(i).address(), 8);
      visit("slot", i, "state", state(i).address(), 4);
      visit("slot", i, "link", link(i).address(), 4);
      visit("slot", i, "priority", priority(i).address(), 4);
      visit("slot", i, "timestamp", timestamp(i).address(), 8);
      visit("slot", i, "method", method(i).address(), 4);
      visit("slot", i, "references", reference_count(i).address(), 4);
    }
  }

  void publish() const {
    // release: pairs with the acquire load of the magic in attach.
    magic().store(wpol_magic, order::release);
  }

 private:
  unsigned char* slot_at(uint32_t slot) const {
    return bytes_ + Layout::ring + size_t{capacity()} * sizeof(uint64_t) + size_t{slot} * slot_bytes;
  }

  unsigned char* bytes_ = nullptr;
  uint32_t mask_ = 0;
};

}  // namespace schedlab
