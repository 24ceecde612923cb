// The global mutex queue of the thread-pool notes: one lock, one growing ring, one condition variable for threads that
// sleep until an item comes. The baseline that every other design must beat, so it is a fair one: the storage is a ring
// that doubles (once it has grown, nothing but the item is touched under the lock), and a push signals only if a thread
// sleeps, after the lock is released.
//
// Progress: blocking. Unbounded. Who may call what: any thread, anything.
// The lock counts how often a thread found it taken, and how long threads waited for it.
#pragma once

#include "locks/guard.hpp"
#include "memory/native_memory.hpp"
#include "parts/growing_ring.hpp"
#include "queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class mutex_queue {
 public:
  static constexpr queue_traits traits{
      .name = "mutex_queue",
      .order = item_order::fifo,
      .progress = progress_guarantee::blocking,
      .allocates = true,
      .paper = "Work-stealing thread pool notes, phase 1",
  };

  // Makes room for `expected` items before the first growth.
  explicit mutex_queue(size_t expected) : ring_(expected) {}
  mutex_queue(const mutex_queue&) = delete;
  mutex_queue& operator=(const mutex_queue&) = delete;

  push_status try_push(Item&& item) {
    bool somebody_sleeps = false;
    {
      const guard held(mutex_);
      ring_.push(static_cast<Item&&>(item));
      somebody_sleeps = sleepers_ > 0;
    }
    if (somebody_sleeps) not_empty_.wake_one();
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    const guard held(mutex_);
    return ring_.pop(item) ? pop_status::ok : pop_status::empty;
  }

  // Sleeps until there is an item; false once the queue is closed and drained.
  bool wait_pop(Item& item) {
    const guard held(mutex_);
    ++sleepers_;
    while (ring_.size() == 0 && !closed_) not_empty_.wait(mutex_);
    --sleepers_;
    return ring_.pop(item);
  }

  // Wakes all sleeping threads. Queued items can still be popped.
  void close() {
    {
      const guard held(mutex_);
      closed_ = true;
    }
    not_empty_.wake_all();
  }

  size_t approximate_size() {
    const guard held(mutex_);
    return ring_.size();
  }

  auto lock_statistics() {
    const guard held(mutex_);
    return mutex_.statistics();
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    ring_.describe(visit);
  }

 private:
  typename Memory::mutex mutex_;
  typename Memory::condition_variable not_empty_;
  // The mutex protects all members below.
  growing_ring<Item, Memory> ring_;
  size_t sleepers_ = 0;
  bool closed_ = false;
};

}  // namespace schedlab
