// Peer: xenium's vyukov_bounded_queue, in both its forms. The strong tries look at the other counter and wait, without a
// pause, for a neighbour that has not finished; the weak ones say full or empty instead. Both are blocking in the sense
// of vyukov_ring.hpp, whatever xenium's documentation says of the weak form.
#pragma once

#include <xenium/vyukov_bounded_queue.hpp>

#include "../queue.hpp"

namespace schedlab {

template <class Item, try_strength Strength = try_strength::strong>
class xenium_vyukov {
  static constexpr bool is_weak = Strength == try_strength::weak;
  using library = xenium::vyukov_bounded_queue<Item, xenium::policy::default_to_weak<is_weak>>;

 public:
  static constexpr queue_traits traits{
      .name = is_weak ? "xenium_vyukov_weak" : "xenium_vyukov",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .strength = Strength,
      .item = item_kind::copied,  // every slot holds an object all the time
      .may_report_empty_spuriously = is_weak,
      .hides_finished_pushes = is_weak,
      .paper = "Vyukov 2010, Bounded MPMC queue",
  };

  static constexpr bool valid_capacity(size_t capacity) { return capacity >= 2 && is_power_of_two(capacity); }

  explicit xenium_vyukov(size_t capacity) : queue_(capacity) {}

  push_status try_push(Item&& item) {
    return queue_.try_push(static_cast<Item&&>(item)) ? push_status::ok : push_status::full;
  }
  pop_status try_pop(Item& item) { return queue_.try_pop(item) ? pop_status::ok : pop_status::empty; }

 private:
  library queue_;
};

template <class Item>
using xenium_vyukov_weak = xenium_vyukov<Item, try_strength::weak>;

}  // namespace schedlab
