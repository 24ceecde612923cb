// Peer: moodycamel::ConcurrentQueue without tokens, as most programs use it: a thread is found again by a hash table of
// thread ids. Unbounded; FIFO only among the items of one producer; a pop may say empty beside an item, see
// moodycamel_queue.hpp. docs/designs.md has the open reports.
#pragma once

#include <concurrentqueue.h>

#include <new>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class moodycamel_queue_plain {
 public:
  static constexpr queue_traits traits{
      .name = "moodycamel_queue_plain",
      .kind = design_kind::peer,
      .order = item_order::producer_fifo,
      .progress = progress_guarantee::lock_free,
      .strength = try_strength::weak,
      .allocates = true,
      .may_report_empty_spuriously = true,
      .hides_finished_pushes = true,
      .paper = "Desrochers 2014, ConcurrentQueue",
  };

  explicit moodycamel_queue_plain(size_t expected) : queue_(expected) {}

  push_status try_push(Item&& item) {
    if (!queue_.enqueue(static_cast<Item&&>(item))) throw std::bad_alloc();
    return push_status::ok;
  }
  pop_status try_pop(Item& item) { return queue_.try_dequeue(item) ? pop_status::ok : pop_status::empty; }

  size_t approximate_size() const { return queue_.size_approx(); }  // counts what is hidden, see moodycamel_queue.hpp

 private:
  moodycamel::ConcurrentQueue<Item> queue_;
};

}  // namespace schedlab
