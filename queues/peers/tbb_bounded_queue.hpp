// Peer: tbb::concurrent_bounded_queue through its non-blocking tries. A ticket per operation over eight micro-queues.
#pragma once

#include <tbb/concurrent_queue.h>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class tbb_bounded_queue {
 public:
  static constexpr queue_traits traits{
      .name = "tbb_bounded_queue",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .allocates = true,
      .paper = "oneTBB concurrent_bounded_queue",
  };

  explicit tbb_bounded_queue(size_t capacity) { queue_.set_capacity(static_cast<std::ptrdiff_t>(capacity)); }

  push_status try_push(Item&& item) {
    return queue_.try_push(static_cast<Item&&>(item)) ? push_status::ok : push_status::full;
  }
  pop_status try_pop(Item& item) { return queue_.try_pop(item) ? pop_status::ok : pop_status::empty; }

 private:
  tbb::concurrent_bounded_queue<Item> queue_;
};

}  // namespace schedlab
