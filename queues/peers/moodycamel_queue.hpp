// Peer: moodycamel::ConcurrentQueue with a token per thread, as its documentation advises. Unbounded; FIFO only among
// the items of one producer. A pop claims first and looks afterwards: while one that found nothing has not yet taken its
// claim back, others say empty beside an item. docs/designs.md has the open reports.
#pragma once

#include <concurrentqueue.h>

#include <new>

#include "../queue.hpp"

namespace schedlab {

// `Settings` are the library's own traits; a test uses them to get in between the library's steps.
template <class Item, class Settings = moodycamel::ConcurrentQueueDefaultTraits>
class moodycamel_queue {
  using library = moodycamel::ConcurrentQueue<Item, Settings>;

 public:
  static constexpr queue_traits traits{
      .name = "moodycamel_queue",
      .kind = design_kind::peer,
      .order = item_order::producer_fifo,
      .progress = progress_guarantee::lock_free,
      .strength = try_strength::weak,
      .allocates = true,
      .may_report_empty_spuriously = true,
      .hides_finished_pushes = true,
      .paper = "Desrochers 2014, ConcurrentQueue",
  };

  explicit moodycamel_queue(size_t expected) : queue_(expected) {}

  class handle {
   public:
    explicit handle(library& queue) : queue_(queue), producer_(queue), consumer_(queue) {
      if (!producer_.valid()) throw std::bad_alloc();  // the library would use it all the same
    }
    push_status try_push(Item&& item) {
      if (!queue_.enqueue(producer_, static_cast<Item&&>(item))) throw std::bad_alloc();
      return push_status::ok;
    }
    pop_status try_pop(Item& item) { return queue_.try_dequeue(consumer_, item) ? pop_status::ok : pop_status::empty; }

   private:
    library& queue_;
    moodycamel::ProducerToken producer_;
    moodycamel::ConsumerToken consumer_;
  };

  template <class Role>
  handle attach(Role) {
    return handle(queue_);
  }

  // The library sums up tail - head of every producer: a push moves the tail when it ends, and a pop moves the head only
  // once an item is certain. Claims that find nothing move neither, so what they hide is counted.
  size_t approximate_size() const { return queue_.size_approx(); }

 private:
  library queue_;
};

}  // namespace schedlab
