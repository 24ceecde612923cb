// Peer: xenium's kirsch_kfifo_queue, a list of segments of k slots. Within a segment a push takes any empty slot and a pop
// any full one, beginning at random; an item is overtaken by k - 1 others at most. k is 4 here: with 64 streams are no
// faster, and a push and a pop alone, which use up a segment, take 320 ns instead of 95. Segments are reclaimed by epochs
// (debra). A slot has 16 bits of mark, so that an item is a number below 2^47 or a pointer.
#pragma once

#include <array>  // the library forgets it
//
#include <xenium/kirsch_kfifo_queue.hpp>
#include <xenium/reclamation/generic_epoch_based.hpp>

#include "../queue.hpp"
#include "xenium_word.hpp"

namespace schedlab {

template <class Item>
class xenium_kirsch_unbounded {
  static constexpr uint32_t k = 4;
  using word = xenium_word<Item>;

 public:
  static constexpr queue_traits traits{
      .name = "xenium_kirsch_unbounded",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .relaxation = k - 1,
      .progress = progress_guarantee::lock_free,
      .item = item_kind::word,
      .allocates = true,
      .paper = "Kirsch, Lippautz, Payer 2013",
  };

  explicit xenium_kirsch_unbounded(size_t /*expected*/) : queue_(k) {}

  push_status try_push(Item&& item) {
    queue_.push(word::encode(item));
    return push_status::ok;
  }
  pop_status try_pop(Item& item) {
    return word::take([this](auto& found) { return queue_.try_pop(found); }, item) ? pop_status::ok : pop_status::empty;
  }

 private:
  using reclaimer = xenium::policy::reclaimer<xenium::reclamation::debra<>>;
  xenium::kirsch_kfifo_queue<typename word::pointer, reclaimer> queue_;
};

}  // namespace schedlab
