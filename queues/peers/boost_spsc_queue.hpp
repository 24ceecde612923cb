// Peer: boost::lockfree::spsc_queue, a ring for one producer and one consumer. Each side reads the other's index on every
// call. The ring is allocated with one slot more than the capacity, so it holds exactly as many as it is asked to.
#pragma once

#include <boost/lockfree/spsc_queue.hpp>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class boost_spsc_queue {
 public:
  static constexpr queue_traits traits{
      .name = "boost_spsc_queue",
      .kind = design_kind::peer,
      .producers = multiplicity::one,
      .consumers = multiplicity::one,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::wait_free,
      .item = item_kind::copied,
      .paper = "Lamport 1983; Boost.Lockfree spsc_queue",
  };

  explicit boost_spsc_queue(size_t capacity) : queue_(capacity) {}

  push_status try_push(Item&& item) { return queue_.push(item) ? push_status::ok : push_status::full; }
  pop_status try_pop(Item& item) { return queue_.pop(item) ? pop_status::ok : pop_status::empty; }

 private:
  boost::lockfree::spsc_queue<Item> queue_;
};

}  // namespace schedlab
