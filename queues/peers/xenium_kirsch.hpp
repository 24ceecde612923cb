// Peer: xenium's kirsch_bounded_kfifo_queue, a ring of segments of k slots. Within a segment a push takes any empty slot
// and a pop any full one, beginning at random, so that threads rarely meet; an item is overtaken by k - 1 others at most.
// It is not sound: a push that is held up may put its item into a segment that the ring has left, say ok, and the item is
// not found until later pushes come round to it (queues/tests/xenium_kirsch_test.cpp). So it is tested and never timed.
// A ring that was full stays full for pushes until a whole segment has been emptied, hence weak. An index has 16 bits, so
// there are fewer than 65536 slots, and a slot has 16 bits of mark, so that an item is a number below 2^47 or a pointer.
#pragma once

#include <xenium/kirsch_bounded_kfifo_queue.hpp>

#include "../queue.hpp"
#include "xenium_word.hpp"

namespace schedlab {

template <class Item>
class xenium_kirsch {
  static constexpr uint32_t k = 4;
  using word = xenium_word<Item>;

 public:
  static constexpr queue_traits traits{
      .name = "xenium_kirsch",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .relaxation = k - 1,
      .bounded = true,
      .progress = progress_guarantee::lock_free,
      .strength = try_strength::weak,
      .sound = false,
      .item = item_kind::word,
      .paper = "Kirsch, Lippautz, Payer 2013",
  };

  static constexpr bool valid_capacity(size_t capacity) {
    return capacity % k == 0 && capacity >= 2 * k && capacity < 65536;
  }

  explicit xenium_kirsch(size_t capacity) : queue_(k, capacity / k) {}

  push_status try_push(Item&& item) {
    return queue_.try_push(word::encode(item)) ? push_status::ok : push_status::full;
  }
  pop_status try_pop(Item& item) {
    return word::take([this](auto& found) { return queue_.try_pop(found); }, item) ? pop_status::ok : pop_status::empty;
  }

 private:
  xenium::kirsch_bounded_kfifo_queue<typename word::pointer> queue_;
};

}  // namespace schedlab
