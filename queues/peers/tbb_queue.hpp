// Peer: tbb::concurrent_queue, the unbounded sibling of tbb_bounded_queue. A ticket per operation over eight
// micro-queues of pages; a pop whose ticket is ahead of its push waits for it.
#pragma once

#include <tbb/concurrent_queue.h>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class tbb_queue {
 public:
  static constexpr queue_traits traits{
      .name = "tbb_queue",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .progress = progress_guarantee::blocking,
      .allocates = true,
      .paper = "oneTBB concurrent_queue",
  };

  explicit tbb_queue(size_t /*expected*/) {}

  push_status try_push(Item&& item) {
    queue_.push(static_cast<Item&&>(item));
    return push_status::ok;
  }
  pop_status try_pop(Item& item) { return queue_.try_pop(item) ? pop_status::ok : pop_status::empty; }

 private:
  tbb::concurrent_queue<Item> queue_;
};

}  // namespace schedlab
