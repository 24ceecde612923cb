// Peer: libcds' VyukovMPMCCycleQueue, the strong form: it looks at the other counter and waits, backing off, for a
// neighbour that has not finished. It reclaims nothing, so no thread has to attach to the library.
#pragma once

#include <cds/container/vyukov_mpmc_cycle_queue.h>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class cds_vyukov {
 public:
  static constexpr queue_traits traits{
      .name = "cds_vyukov",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .item = item_kind::copied,  // every slot holds an object all the time
      .paper = "Vyukov 2010, Bounded MPMC queue",
  };

  static constexpr bool valid_capacity(size_t capacity) { return capacity >= 2 && is_power_of_two(capacity); }

  explicit cds_vyukov(size_t capacity) : queue_(capacity) {}

  push_status try_push(Item&& item) {
    return queue_.push(static_cast<Item&&>(item)) ? push_status::ok : push_status::full;
  }
  pop_status try_pop(Item& item) { return queue_.pop(item) ? pop_status::ok : pop_status::empty; }

 private:
  cds::container::VyukovMPMCCycleQueue<Item> queue_;
};

}  // namespace schedlab
