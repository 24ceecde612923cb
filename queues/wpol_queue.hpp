// The WPOL queue, repaired: the lock-free queue protocol's layout over a caller's region of raw bytes (header version
// 2; 3 with padded head and tail), with an algorithm that keeps its promises. Bare.
//
// An entry of the ring is lap << 32 | (slot + 1) when full and lap << 32 when empty, where the lap counts how often the
// ring went round; so an entry alone says whether position p was filled and emptied, and a stale index is noticed.
//   push: change the entry at tail from empty(lap) to its value, then move tail on
//   pop:  change the entry at head from its value to empty(lap + 1), then move head on
// Whoever finds the entry ahead of its index, by however much, moves the index on and looks again: nobody waits for the
// thread that should have done it. Full and empty are read off the entry, never off the two indices. A priority travels
// in the task slot.
//
// Progress: lock-free (a failed compare-exchange means that another thread got on; after `retry_limit` of them the
// answer is `contended`). Linearizable. Laps wrap after 2^32 rounds: days at capacity 1024, minutes at capacity 2 for a
// thread that sleeps exactly that long in the middle of an operation. Who may call what: after initialise (by any
// number of threads at once) and attach, any thread of any process, anything.
#pragma once

#include "queues/memory/native_memory.hpp"
#include "queues/queue.hpp"
#include "queues/wpol_free_list.hpp"
#include "queues/wpol_region.hpp"
#include "queues/wpol_slot_fields.hpp"

namespace schedlab {

// What a thread does after it lost an entry to another one.
struct no_backoff {
  template <class Memory>
  void after_loss() {}
};

class exponential_backoff {
 public:
  template <class Memory>
  void after_loss() {
    for (unsigned i = 0; i < pauses_; ++i) Memory::pause();
    if (pauses_ < 64) pauses_ *= 2;
  }

 private:
  unsigned pauses_ = 1;
};

template <class Memory = native_memory, class Layout = wpol_specified_layout, class Backoff = no_backoff>
class wpol_queue {
  static constexpr bool padded = Layout::head != wpol_specified_layout::head;
  static constexpr bool backs_off = __is_same(Backoff, exponential_backoff);

 public:
  static constexpr queue_traits traits{
      .name = backs_off ? "wpol_queue_backoff"
              : padded  ? "wpol_queue_padded"
                        : "wpol_queue",
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::lock_free,
      .item = item_kind::index,
      .shared_memory = true,
      .paper = "Lock-free queue protocol specification; repaired here",
  };

  using memory = Memory;
  using region_type = wpol_region<Memory, Layout>;
  static constexpr uint32_t version = padded ? 3 : 2;
  static constexpr uint32_t retry_limit = 1024;

  // Makes the region a queue, unless it is this very queue already. Any number of threads and processes may try at
  // once: one does it, the others are told `being_initialised`, or find it done.
  static wpol_error initialise(void* bytes, size_t size, uint32_t capacity) {
    const wpol_error fits = region_type::check(bytes, size, capacity);
    if (fits != wpol_error::none) return fits;
    region_type region(bytes, capacity);
    // acquire: pairs with the release of the magic in publish.
    uint32_t magic = region.magic().load(order::acquire);
    while (magic != wpol_magic && magic != wpol_initialising) {
      // acquire: pairs with the release of the magic in publish, should somebody else have finished meanwhile.
      if (!region.magic().compare_exchange_strong(magic, wpol_initialising, order::acquire, order::acquire)) continue;
      region.write_header(version);
      wpol_free_list(region).initialise();
      for (uint32_t i = 0; i < capacity; ++i) region.entry(i).store(empty_at(0), order::relaxed);  // relaxed: published
      region.publish();                                                                            // by the magic
      return wpol_error::none;
    }
    return region_type::attach(bytes, size, version, capacity, region);
  }

  // `capacity` 0 accepts any.
  static wpol_error attach(void* bytes, size_t size, uint32_t capacity, wpol_queue& found) {
    return region_type::attach(bytes, size, version, capacity, found.region_);
  }

  wpol_error push(uint32_t slot) {
    if (slot >= region_.capacity()) return wpol_error::slot_out_of_range;
    return push_number(slot);
  }

  // What push does once the slot is known to exist: the ring itself carries any number below 2^32 - 1.
  wpol_error push_number(uint32_t number) {
    // acquire: pairs with the release in move_on, so that the entry is at least as new as the index.
    uint64_t position = region_.tail().load(order::acquire);
    const wpol_error answer = fill_next(position, number);
    if (answer == wpol_error::none) move_on(region_.tail(), position, position + 1);
    return answer;
  }

  wpol_error pop(uint32_t& slot) {
    // acquire: pairs with the release in move_on, so that the entry is at least as new as the index.
    uint64_t position = region_.head().load(order::acquire);
    const wpol_error answer = empty_next(position, slot);
    if (answer == wpol_error::none) move_on(region_.head(), position, position + 1);
    return answer;
  }

  // Pushes numbers in order until one is refused, and moves the tail once for all. Returns how many went in. Each is a
  // push of its own: those of other threads may come to lie between.
  uint32_t push_batch(const uint32_t* numbers, uint32_t count) {
    // acquire: pairs with the release in move_on.
    uint64_t position = region_.tail().load(order::acquire);
    const uint64_t begin = position;
    uint32_t pushed = 0;
    while (pushed < count && fill_next(position, numbers[pushed]) == wpol_error::none) {
      ++pushed;
      ++position;
    }
    if (pushed > 0) move_on(region_.tail(), begin, position);
    return pushed;
  }

  // Pops until `count` are there or the queue refuses, and moves the head once for all. Returns how many came out.
  uint32_t pop_batch(uint32_t* numbers, uint32_t count) {
    // acquire: pairs with the release in move_on.
    uint64_t position = region_.head().load(order::acquire);
    const uint64_t begin = position;
    uint32_t popped = 0;
    while (popped < count && empty_next(position, numbers[popped]) == wpol_error::none) {
      ++popped;
      ++position;
    }
    if (popped > 0) move_on(region_.head(), begin, position);
    return popped;
  }

  wpol_error allocate(uint32_t& slot) { return wpol_free_list(region_).allocate(slot, retry_limit); }
  wpol_error free(uint32_t slot) { return wpol_free_list(region_).free(slot); }

  // Between 0 and the capacity; exact when nobody else is at work.
  size_t size() const {
    // relaxed: the answer is stale by the time it is read.
    const uint64_t head = region_.head().load(order::relaxed);
    const uint64_t tail = region_.tail().load(order::relaxed);
    const auto size = static_cast<int64_t>(tail - head);
    if (size < 0) return 0;
    return size > static_cast<int64_t>(capacity()) ? capacity() : static_cast<size_t>(size);
  }

  uint32_t allocated() const { return region_.allocated().load(order::relaxed); }  // relaxed: a statistic
  uint32_t capacity() const { return region_.capacity(); }
  auto slot(uint32_t index) const { return wpol_slot_fields<Memory, Layout>(region_, index); }

 private:
  using wide = typename region_type::wide;

  uint32_t lap_of(uint64_t position) const { return static_cast<uint32_t>(position >> shift()); }
  unsigned shift() const { return static_cast<unsigned>(__builtin_popcount(region_.mask())); }
  static constexpr uint64_t empty_at(uint32_t lap) { return uint64_t{lap} << 32; }
  static constexpr uint64_t full_at(uint32_t lap, uint32_t number) { return empty_at(lap) | (number + 1); }
  static constexpr uint32_t lap_in(uint64_t entry) { return static_cast<uint32_t>(entry >> 32); }
  static constexpr bool is_empty(uint64_t entry) { return static_cast<uint32_t>(entry) == 0; }

  // Fills the first free entry from `position` on; `position` is then where it lies.
  wpol_error fill_next(uint64_t& position, uint32_t number) {
    Backoff backoff;
    for (uint32_t attempt = 0; attempt < retry_limit; ++attempt) {
      const uint32_t lap = lap_of(position);
      wide entry = region_.entry(position);
      // acquire: pairs with the release in empty_next: what the popper of the round before read is read.
      uint64_t found = entry.load(order::acquire);
      if (found == empty_at(lap)) {
        // acq_rel: pairs with the acquire in empty_next, which sees what the slot holds; and, as the load above, with
        // its release.
        if (entry.compare_exchange_strong(found, full_at(lap, number), order::acq_rel, order::relaxed)) {
          return wpol_error::none;
        }
        backoff.template after_loss<Memory>();
      } else if (static_cast<int32_t>(lap_in(found) - lap) < 0) {
        return wpol_error::full;
      } else {
        position = help(region_.tail(), position);
      }
    }
    return wpol_error::contended;
  }

  // Empties the first full entry from `position` on; `position` is then where it lay.
  wpol_error empty_next(uint64_t& position, uint32_t& number) {
    Backoff backoff;
    for (uint32_t attempt = 0; attempt < retry_limit; ++attempt) {
      const uint32_t lap = lap_of(position);
      wide entry = region_.entry(position);
      // acquire: pairs with the release in fill_next: what the pusher put into the slot is there.
      uint64_t found = entry.load(order::acquire);
      if (found == empty_at(lap)) return wpol_error::empty;
      if (lap_in(found) == lap) {
        // acq_rel: pairs with the acquire in fill_next; and, as the load above, with its release.
        if (entry.compare_exchange_strong(found, empty_at(lap + 1), order::acq_rel, order::relaxed)) {
          number = static_cast<uint32_t>(found) - 1;
          return wpol_error::none;
        }
        backoff.template after_loss<Memory>();
      } else {
        position = help(region_.head(), position);
      }
    }
    return wpol_error::contended;
  }

  // The entry at `position` is ahead of the index: moves the index past it for whoever should have, and returns where
  // it is.
  static uint64_t help(wide index, uint64_t position) {
    // acq_rel: pairs with itself and the acquire loads of the index: what this thread saw in the entry, the next one
    // sees.
    if (index.compare_exchange_strong(position, position + 1, order::acq_rel, order::acquire)) return position + 1;
    return position;
  }

  // Moves the index to `to`, unless helpers have taken it there or further.
  static void move_on(wide index, uint64_t from, uint64_t to) {
    while (static_cast<int64_t>(to - from) > 0) {
      // release: pairs with the acquire loads of the index.
      if (index.compare_exchange_strong(from, to, order::release, order::relaxed)) return;
    }
  }

  region_type region_;
};

template <class Memory = native_memory>
using wpol_queue_padded = wpol_queue<Memory, wpol_padded_layout>;

template <class Memory = native_memory>
using wpol_queue_backoff = wpol_queue<Memory, wpol_padded_layout, exponential_backoff>;

}  // namespace schedlab
