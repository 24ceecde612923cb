// The global mutex queue of the thread-pool notes: one lock, one growing ring, one condition variable for those who
// want to sleep until something comes. The baseline that every other design must beat, so it is a fair one: the storage
// is a ring that doubles (once it has grown, nothing but the item is touched under the lock), and a push signals only
// if somebody sleeps, after the lock is released.
//
// Progress: blocking. Unbounded. Who may call what: any thread, anything.
// The lock counts how often it was found taken, and how long that took.
#pragma once

#include "queues/memory/array.hpp"
#include "queues/memory/native_memory.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/queue.hpp"

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

  // Room for `expected` items before the first growth.
  explicit mutex_queue(size_t expected) : ring_(make_ring(round_up(expected))) {}
  mutex_queue(const mutex_queue&) = delete;
  mutex_queue& operator=(const mutex_queue&) = delete;
  ~mutex_queue() {
    while (head_ != tail_) at(head_++).take();
    drop(ring_);
  }

  push_status try_push(Item&& item) {
    mutex_.lock();
    if (tail_ - head_ == ring_->size()) grow();
    at(tail_++).put(static_cast<Item&&>(item));
    const bool somebody_sleeps = sleepers_ > 0;
    mutex_.unlock();
    if (somebody_sleeps) not_empty_.wake_one();
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    const guard held(mutex_);
    if (head_ == tail_) return pop_status::empty;
    item = at(head_++).take();
    return pop_status::ok;
  }

  // Sleeps until there is an item; false once the queue is closed and drained.
  bool wait_pop(Item& item) {
    const guard held(mutex_);
    ++sleepers_;
    while (head_ == tail_ && !closed_) not_empty_.wait(mutex_);
    --sleepers_;
    if (head_ == tail_) return false;
    item = at(head_++).take();
    return true;
  }

  // Wakes all who sleep. What is queued can still be popped.
  void close() {
    {
      const guard held(mutex_);
      closed_ = true;
    }
    not_empty_.wake_all();
  }

  size_t approximate_size() {
    const guard held(mutex_);
    return tail_ - head_;
  }

  auto lock_statistics() {
    const guard held(mutex_);
    return mutex_.statistics();
  }

 private:
  using mutex = typename Memory::mutex;
  using ring = array<plain_cell<Item, Memory>, Memory>;

  class guard {
   public:
    explicit guard(mutex& held) : held_(held) { held_.lock(); }
    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;
    ~guard() { held_.unlock(); }

   private:
    mutex& held_;
  };

  static constexpr size_t round_up(size_t number) {
    size_t power = 1;
    while (power < number) power *= 2;
    return power;
  }

  plain_cell<Item, Memory>& at(size_t position) { return (*ring_)[position & (ring_->size() - 1)]; }

  void grow() {
    ring* const larger = make_ring(2 * ring_->size());
    for (size_t i = head_; i != tail_; ++i) (*larger)[i & (larger->size() - 1)].put(at(i).take());
    drop(ring_);
    ring_ = larger;
  }

  static ring* make_ring(size_t size) { return ::new (Memory::allocate(sizeof(ring), alignof(ring))) ring(size); }
  static void drop(ring* old) {
    old->~ring();
    Memory::deallocate(old, sizeof(ring), alignof(ring));
  }

  mutex mutex_;
  typename Memory::condition_variable not_empty_;
  // All below is protected by the mutex.
  ring* ring_;
  size_t head_ = 0;
  size_t tail_ = 0;
  size_t sleepers_ = 0;
  bool closed_ = false;
};

}  // namespace schedlab
