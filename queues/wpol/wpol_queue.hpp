// The WPOL queue, repaired: the lock-free queue protocol's layout over a caller's region of raw bytes (header version
// 2; 3 with padded head and tail), with an algorithm that keeps its promises. Bare.
//
// An entry of the ring is lap << 32 | (slot + 1) when full and lap << 32 when empty, where the lap counts how often the
// ring went round; so an entry alone says whether position p was filled and emptied.
//   push: change the first entry from tail on that is empty in its lap to its value, then note where that was in tail
//   pop:  change the first entry from head on that is full in its lap to empty(lap + 1), then note that in head
// An operation takes effect at its one compare-exchange. Head and tail are hints: every position before them is done
// with, but they may lag, since they are written without a compare-exchange and a thread may stall before it writes. A
// search that starts too early passes entries which are ahead, by whole laps where they are, and no thread waits for
// the one that should have moved the hint. Full and empty are read off the entry. A priority travels in the task slot.
//
// Progress: lock-free (a failed compare-exchange means that another thread got on; after `retry_limit` of them the
// answer is `contended`). Linearizable. A lap has 32 bits: a thread that sleeps in the middle of an operation while the ring goes
// round exactly 2^32 times takes an entry for the one that it knew (at 10 ns an item half a day at capacity 1024, a minute
// and a half at 2). After any other number of rounds it finds its way.
//
// Who may call what: after initialise (by any number of threads at once) and attach, any thread of any process,
// anything.
#pragma once

#include "../memory/native_memory.hpp"
#include "../parts/backoff.hpp"
#include "../queue.hpp"
#include "wpol_free_list.hpp"
#include "wpol_region.hpp"
#include "wpol_slot_fields.hpp"

namespace schedlab {

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
  static constexpr uint32_t retry_limit = Memory::retry_limit;

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
      for (uint32_t i = 0; i < capacity; ++i) {
        const uint64_t position = Memory::first_position + i;
        // relaxed: published by the magic.
        region.entry(position).store(empty_at(lap_of(position, capacity)), order::relaxed);
      }
      region.publish();
      return wpol_error::none;
    }
    return region_type::attach(bytes, size, version, capacity, region);
  }

  // A `capacity` of 0 accepts any.
  static wpol_error attach(void* bytes, size_t size, uint32_t capacity, wpol_queue& found) {
    return region_type::attach(bytes, size, version, capacity, found.region_);
  }

  wpol_error push(uint32_t slot) {
    if (slot >= region_.capacity()) return wpol_error::slot_out_of_range;
    return push_number(slot);
  }

  // Pushes any number below 2^32 - 1; it need not be the number of a slot.
  wpol_error push_number(uint32_t number) {
    if (number >= numbers) return wpol_error::number_out_of_range;
    search at(region_.tail());
    const wpol_error answer = fill_next(at, number);
    at.leave_hint();
    return answer;
  }

  wpol_error pop(uint32_t& slot) {
    search at(region_.head());
    const wpol_error answer = empty_next(at, slot);
    at.leave_hint();
    return answer;
  }

  // Pushes slots in order until one is refused. Returns how many went in. Each is a push of its own, so pushes of other
  // threads may come in between. A batch saves reading and writing the hint.
  uint32_t push_batch(const uint32_t* slots, uint32_t count) { return push_all_below(capacity(), slots, count); }

  // The same for any numbers that the ring carries.
  uint32_t push_number_batch(const uint32_t* given, uint32_t count) { return push_all_below(numbers, given, count); }

  // Pops until there are `count` items or the queue refuses. Returns how many came out.
  uint32_t pop_batch(uint32_t* found, uint32_t count) {
    search at(region_.head());
    uint32_t popped = 0;
    while (popped < count && empty_next(at, found[popped]) == wpol_error::none) ++popped;
    at.leave_hint();
    return popped;
  }

  wpol_error allocate(uint32_t& slot) { return wpol_free_list(region_).allocate(slot, retry_limit); }
  wpol_error free(uint32_t slot) { return wpol_free_list(region_).free(slot); }

  // Between 0 and the capacity; exact when no other thread is at work.
  size_t size() const {
    const uint64_t head = first_not_done(region_.head(), &wpol_queue::laps_emptied);
    const uint64_t tail = first_not_done(region_.tail(), &wpol_queue::laps_filled);
    const auto size = static_cast<int64_t>(tail - head);
    if (size < 0) return 0;
    return size > static_cast<int64_t>(capacity()) ? capacity() : static_cast<size_t>(size);
  }

  uint32_t allocated() const { return region_.allocated().load(order::relaxed); }  // relaxed: a statistic
  uint32_t capacity() const { return region_.capacity(); }
  template <class Visitor>
  void describe(Visitor& visit) const {
    region_.describe(visit);
  }
  auto slot(uint32_t index) const { return wpol_slot_fields<Memory, Layout>(region_, index); }

 private:
  using wide = typename region_type::wide;

  // How many different numbers an entry can hold, beside being empty.
  static constexpr uint32_t numbers = ~uint32_t{0};

  static uint32_t lap_of(uint64_t position, uint32_t capacity) {
    return static_cast<uint32_t>(position >> static_cast<unsigned>(__builtin_ctz(capacity)));
  }
  static constexpr uint64_t empty_at(uint32_t lap) { return uint64_t{lap} << 32; }
  static constexpr uint64_t full_at(uint32_t lap, uint32_t number) { return empty_at(lap) | (number + 1); }
  static constexpr uint32_t lap_in(uint64_t entry) { return static_cast<uint32_t>(entry >> 32); }
  static constexpr bool is_empty(uint64_t entry) { return static_cast<uint32_t>(entry) == 0; }

  // In how many laps, beginning with `lap`, this entry was filled (emptied); 0 if it still waits for that lap.
  static constexpr uint32_t laps_filled(uint64_t entry, uint32_t lap) {
    return lap_in(entry) - lap + (is_empty(entry) ? 0 : 1);
  }
  static constexpr uint32_t laps_emptied(uint64_t entry, uint32_t lap) { return lap_in(entry) - lap; }

  // A thread's search for an entry, from the position of a hint to the entry that it wants.
  class search {
   public:
    explicit search(wide hint) : hint_(hint) {
      // acquire: pairs with the release in leave_hint, so that no entry seen from here on is older than the hint.
      hinted_position_ = hint_.load(order::acquire);
      position_ = hinted_position_;
    }

    uint64_t position() const { return position_; }

    // The entry here was done with in so many laps, so every position before the last of them is done with as well.
    void pass(uint32_t laps, uint32_t capacity) { position_ += uint64_t{capacity} * (laps - 1) + 1; }

    void leave_hint() {
      // relaxed: if another thread has moved the hint, that position is as good.
      if (position_ == hinted_position_ || hint_.load(order::relaxed) != hinted_position_) return;
      // release: pairs with the acquire in the constructor. It is no compare-exchange, which would cost as much as the
      // entry's: at worst it puts the hint back that another thread has moved since the line above.
      hint_.store(position_, order::release);
    }

   private:
    wide hint_;
    uint64_t hinted_position_;
    uint64_t position_;
  };

  uint32_t push_all_below(uint32_t end, const uint32_t* given, uint32_t count) {
    search at(region_.tail());
    uint32_t pushed = 0;
    while (pushed < count && given[pushed] < end && fill_next(at, given[pushed]) == wpol_error::none) ++pushed;
    at.leave_hint();
    return pushed;
  }

  // Fills the first free entry and passes it.
  wpol_error fill_next(search& at, uint32_t number) {
    Backoff backoff;
    for (uint32_t losses = 0; losses < retry_limit;) {
      const uint32_t lap = lap_of(at.position(), capacity());
      wide entry = region_.entry(at.position());
      // acquire: pairs with the release in empty_next: the popper of the round before has read what it had to read.
      uint64_t found = entry.load(order::acquire);
      if (found == empty_at(lap)) {
        // acq_rel: pairs with the acquire in empty_next, which sees what the slot holds; and, as the load above, with
        // its release.
        if (entry.compare_exchange_strong(found, full_at(lap, number), order::acq_rel, order::relaxed)) {
          at.pass(1, capacity());
          return wpol_error::none;
        }
        ++losses;
        backoff.template after_loss<Memory>();
      } else if (const uint32_t laps = laps_filled(found, lap); laps > 0) {
        at.pass(laps, capacity());
      } else {
        return wpol_error::full;
      }
    }
    return wpol_error::contended;
  }

  // Empties the first full entry and passes it.
  wpol_error empty_next(search& at, uint32_t& number) {
    Backoff backoff;
    for (uint32_t losses = 0; losses < retry_limit;) {
      const uint32_t lap = lap_of(at.position(), capacity());
      wide entry = region_.entry(at.position());
      // acquire: pairs with the release in fill_next: what the pusher put into the slot is there.
      uint64_t found = entry.load(order::acquire);
      if (found == empty_at(lap)) return wpol_error::empty;
      if (lap_in(found) == lap) {
        // acq_rel: pairs with the acquire in fill_next; and, as the load above, with its release.
        if (entry.compare_exchange_strong(found, empty_at(lap + 1), order::acq_rel, order::relaxed)) {
          number = static_cast<uint32_t>(found) - 1;
          at.pass(1, capacity());
          return wpol_error::none;
        }
        ++losses;
        backoff.template after_loss<Memory>();
      } else {
        at.pass(laps_emptied(found, lap), capacity());
      }
    }
    return wpol_error::contended;
  }

  // The first position, from a hint on, that is not done with.
  uint64_t first_not_done(wide hint, uint32_t (*laps_done)(uint64_t entry, uint32_t lap)) const {
    // relaxed: the answer is stale by the time it is read.
    uint64_t position = hint.load(order::relaxed);
    // After so many steps every entry was seen once; more steps would only follow other threads at work.
    for (uint32_t step = 0; step < capacity(); ++step) {
      // relaxed: as above.
      const uint64_t entry = region_.entry(position).load(order::relaxed);
      // Signed, because nothing orders the two loads and the entry may be older than the hint.
      const auto laps = static_cast<int32_t>(laps_done(entry, lap_of(position, capacity())));
      if (laps <= 0) break;
      position += uint64_t{capacity()} * static_cast<uint32_t>(laps - 1) + 1;
    }
    return position;
  }

  region_type region_;
};

template <class Memory = native_memory>
using wpol_queue_padded = wpol_queue<Memory, wpol_padded_layout>;

template <class Memory = native_memory>
using wpol_queue_backoff = wpol_queue<Memory, wpol_padded_layout, exponential_backoff>;

}  // namespace schedlab
