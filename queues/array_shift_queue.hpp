// The queue that the high-throughput plan replaces: an array whose pop takes the first element and moves every other one
// a place forward, JavaScript's Array.shift taken literally. A pop costs as much as the queue is long.
//
// The array is bounded, unlike JavaScript's: once the producers are ahead of an unbounded one, every pop is slower than
// the one before, and it falls behind for good.
//
// Progress: blocking. Who may call what: any thread, anything.
#pragma once

#include "locks/guard.hpp"
#include "memory/array.hpp"
#include "memory/native_memory.hpp"
#include "memory/plain_cell.hpp"
#include "queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class array_shift_queue {
 public:
  static constexpr queue_traits traits{
      .name = "array_shift_queue",
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .paper = "High-throughput plan, \"current\"",
  };

  static constexpr bool valid_capacity(size_t capacity) { return capacity > 0; }

  explicit array_shift_queue(size_t capacity)
      : elements_(accepted_capacity<array_shift_queue>(capacity, "1 or more")) {}
  ~array_shift_queue() {
    for (size_t i = 0; i < size_; ++i) elements_[i].take();
  }

  push_status try_push(Item&& item) {
    const guard held(mutex_);
    if (size_ == capacity()) return push_status::full;
    elements_[size_++].put(static_cast<Item&&>(item));
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    const guard held(mutex_);
    if (size_ == 0) return pop_status::empty;
    item = elements_[0].take();
    --size_;
    for (size_t i = 0; i < size_; ++i) elements_[i].put(elements_[i + 1].take());
    return pop_status::ok;
  }

  size_t capacity() const { return elements_.size(); }

  size_t approximate_size() {
    const guard held(mutex_);
    return size_;
  }

  auto lock_statistics() {
    const guard held(mutex_);
    return mutex_.statistics();
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    for (size_t i = 0; i < capacity(); ++i) visit("element", i, "", &elements_[i], sizeof elements_[i]);
  }

 private:
  typename Memory::mutex mutex_;
  // The mutex protects the size and the elements.
  size_t size_ = 0;
  array<plain_cell<Item, Memory>, Memory> elements_;
};

}  // namespace schedlab
