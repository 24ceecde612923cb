// Peer: boost::lockfree::queue, a Michael-Scott list over a free list of nodes, here with a fixed number of nodes.
// M. M. Michael, M. L. Scott, "Simple, fast, and practical non-blocking and blocking concurrent queue algorithms",
// 1996. A push is told full while a pop that is not over keeps its node, hence weak. docs/designs.md has the open report of
// items out of order.
#pragma once

#include <boost/lockfree/queue.hpp>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class boost_lockfree_queue {
 public:
  static constexpr queue_traits traits{
      .name = "boost_lockfree_queue",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::lock_free,
      .strength = try_strength::weak,
      .item = item_kind::copied,
      .paper = "Michael, Scott 1996",
  };

  explicit boost_lockfree_queue(size_t capacity) : queue_(capacity) {}

  push_status try_push(Item&& item) { return queue_.bounded_push(item) ? push_status::ok : push_status::full; }
  pop_status try_pop(Item& item) { return queue_.pop(item) ? pop_status::ok : pop_status::empty; }

 private:
  boost::lockfree::queue<Item> queue_;
};

}  // namespace schedlab
