// Peer: moodycamel::ConcurrentQueue with a token per thread, as its documentation advises. Unbounded; FIFO only among
// the items of one producer; a pop may find nothing while items of a producer that it did not look at are there.
#pragma once

#include <concurrentqueue.h>

#include "queues/queue.hpp"

namespace schedlab {

template <class Item>
class moodycamel_queue {
  using library = moodycamel::ConcurrentQueue<Item>;

 public:
  static constexpr queue_traits traits{
      .name = "moodycamel_queue",
      .kind = design_kind::peer,
      .order = item_order::producer_fifo,
      .progress = progress_guarantee::lock_free,
      .strength = try_strength::weak,
      .allocates = true,
      .may_report_empty_spuriously = true,
      .paper = "Desrochers 2014, ConcurrentQueue",
  };

  explicit moodycamel_queue(size_t expected) : queue_(expected) {}

  class handle {
   public:
    explicit handle(library& queue) : queue_(queue), producer_(queue), consumer_(queue) {}
    push_status try_push(Item&& item) {
      return queue_.enqueue(producer_, static_cast<Item&&>(item)) ? push_status::ok : push_status::full;
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

 private:
  library queue_;
};

}  // namespace schedlab
