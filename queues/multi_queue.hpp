// The MultiQueue: a relaxed priority queue made of many exact ones. A push goes into a random lane, a pop takes from
// the more urgent of two random lanes; each lane is a heap behind its own lock, and a thread that finds a lock taken
// tries another lane instead of waiting. H. Rihani, P. Sanders, R. Dementiev, "MultiQueues: simple relaxed concurrent
// priority queues", SPAA 2015; M. Williams, P. Sanders, R. Dementiev, "Engineering MultiQueues: fast relaxed concurrent
// priority queues", ESA 2021 (whose buffers and sticky lanes are not built here).
//
// A lane publishes the key of its next item in one word, so that the choice between two needs no lock. With two lanes
// per thread an item that comes out is on average a small multiple of the number of lanes away from the most urgent
// one; no number bounds it. Each lane counts its own arrivals, and as lanes grow alike, equals come out roughly in the
// order of their pushes.
//
// Progress: blocking. A thread that stalls with a lane's lock hides the items of that lane, while pushes, and pops from
// other lanes, go on. No operation waits: one that finds too many locks taken answers `contended`. A pop says empty
// only after it has seen every lane empty, but not all at the same moment, so beside other operations it may be wrong.
// Unbounded. Who may call what: any thread, through a handle of its own.
#pragma once

#include "locks/guard.hpp"
#include "locks/test_and_test_and_set_lock.hpp"
#include "memory/array.hpp"
#include "memory/native_memory.hpp"
#include "parts/keyed_heap.hpp"

namespace schedlab {

// A heap that at most one thread works on at a time; others try another lane. It lies on cache lines of its own.
template <class Item, class Memory>
class alignas(cache_line) multi_queue_lane {
 public:
  static constexpr uint64_t nothing = ~uint64_t{0};

  // A number for the lane's next item: the smaller, the sooner the item is to come out; `nothing` if there is no item.
  // It is only a hint while other threads are at work, but it knows of every push that is over.
  uint64_t next() const {
    // relaxed: items travel under the lock.
    return next_.load(order::relaxed);
  }

  // False if another thread holds the lock; the item is then left alone.
  bool push(uint32_t urgency, Item&& item) {
    if (!lock_.try_lock()) return false;
    const guard held(lock_, already_locked{});
    heap_.push(urgency, static_cast<Item&&>(item));
    publish();
    return true;
  }

  // False if another thread holds the lock, or held it and took the last item.
  bool pop(Item& item) {
    if (!lock_.try_lock()) return false;
    const guard held(lock_, already_locked{});
    if (!heap_.pop(item)) return false;
    publish();
    return true;
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit, size_t number) const {
    visit("lane", number, "lock", &lock_, sizeof lock_);
    visit("lane", number, "next", &next_, sizeof next_);
  }

 private:
  static constexpr size_t first_room = 16;
  static constexpr unsigned arrival_bits = 31;  // beside 32 of urgency, so that no word equals `nothing`

  void publish() {
    uint64_t next = nothing;
    if (heap_.size() > 0) {
      const heap_key key = heap_.next();
      next = key.urgency << arrival_bits | (key.arrival & ((uint64_t{1} << arrival_bits) - 1));
    }
    // relaxed: as in next().
    next_.store(next, order::relaxed);
  }

  test_and_test_and_set_lock<Memory> lock_;
  // Every thread that chooses a lane reads this, yet it lies on the lock's line: such a thread mostly takes the lock
  // next, and a second line to fetch made hand-overs by one and two pairs of threads 1.12 and 1.18 times as long.
  atomic<uint64_t, Memory> next_{nothing};
  keyed_heap<Item, Memory> heap_{first_room};  // protected by the lock
};

template <class Item, class Memory = native_memory, size_t Lanes = 8>
class multi_queue {
  using lane = multi_queue_lane<Item, Memory>;

 public:
  static constexpr queue_traits traits{
      .name = "multi_queue",
      .order = item_order::highest_first,
      .relaxation = unbounded_relaxation,
      .progress = progress_guarantee::blocking,
      .strength = try_strength::weak,
      .allocates = true,
      .may_report_empty_spuriously = true,
      .paper = "Rihani, Sanders, Dementiev 2015",
  };

  // Every lane begins small and grows, so `expected` is ignored.
  explicit multi_queue(size_t /*expected*/) : lanes_(Lanes) {}

  class handle {
   public:
    explicit handle(multi_queue& queue, uint64_t seed) : queue_(&queue), random_(seed * 0x9E37'79B9'7F4A'7C15) {}

    push_status try_push(Item&& item) { return try_push(static_cast<Item&&>(item), 0); }

    push_status try_push(Item&& item, item_priority priority) {
      for (size_t tries = 0; tries < Lanes; ++tries) {
        if (any_lane().push(urgency_of<traits.order>(priority), static_cast<Item&&>(item))) return push_status::ok;
      }
      return push_status::contended;
    }

    pop_status try_pop(Item& item) {
      for (size_t tries = 0; tries < Lanes; ++tries) {
        lane& one = any_lane();
        lane& other = any_lane();
        const uint64_t next_of_one = one.next();
        const uint64_t next_of_other = other.next();
        if (next_of_one == lane::nothing && next_of_other == lane::nothing) break;
        if ((next_of_one <= next_of_other ? one : other).pop(item)) return pop_status::ok;
      }
      return pop_from_the_first_that_has_one(item);
    }

   private:
    // G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 2003; the state is not zero.
    lane& any_lane() {
      random_ ^= random_ << 13;
      random_ ^= random_ >> 7;
      random_ ^= random_ << 17;
      return queue_->lanes_[(random_ >> 32) % Lanes];
    }

    pop_status pop_from_the_first_that_has_one(Item& item) {
      bool all_empty = true;
      for (size_t i = 0; i < Lanes; ++i) {
        lane& looked_at = queue_->lanes_[i];
        if (looked_at.next() == lane::nothing) continue;
        if (looked_at.pop(item)) return pop_status::ok;
        all_empty = false;
      }
      return all_empty ? pop_status::empty : pop_status::contended;
    }

    multi_queue* queue_;
    uint64_t random_;
  };

  template <class Role>
  handle attach(Role) {
    // relaxed: each handle only needs a number of its own.
    return handle(*this, handles_.fetch_add(1, order::relaxed));
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    for (size_t i = 0; i < Lanes; ++i) lanes_[i].describe(visit, i);
  }

 private:
  array<lane, Memory> lanes_;
  alignas(cache_line) atomic<uint64_t, Memory> handles_{1};  // counts them, and seeds their random numbers
};

}  // namespace schedlab
