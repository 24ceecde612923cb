// Peer: xenium's michael_scott_queue, a node per item. Nodes are reclaimed by hazard eras (Ramalhete, Correia 2017): 44 ns
// for a push and a pop alone, 51 with two threads at each end, where hazard pointers take 45 and 57, epochs (debra) 42
// and 71. The library's reference counts are faster, 31 and 46, but cast nodes that are not alive, which UBSan refuses.
#pragma once

#include <xenium/michael_scott_queue.hpp>
#include <xenium/reclamation/hazard_eras.hpp>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class xenium_michael_scott {
 public:
  static constexpr queue_traits traits{
      .name = "xenium_michael_scott",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .progress = progress_guarantee::lock_free,
      .item = item_kind::copied,  // an item is destroyed when its node is, some time after it came out
      .allocates = true,
      .paper = "Michael, Scott 1996; Ramalhete, Correia 2017",
  };

  explicit xenium_michael_scott(size_t /*expected*/) {}

  push_status try_push(Item&& item) {
    queue_.push(static_cast<Item&&>(item));
    return push_status::ok;
  }
  pop_status try_pop(Item& item) { return queue_.try_pop(item) ? pop_status::ok : pop_status::empty; }

 private:
  using reclaimer = xenium::policy::reclaimer<xenium::reclamation::hazard_eras<>>;
  xenium::michael_scott_queue<Item, reclaimer> queue_;
};

}  // namespace schedlab
