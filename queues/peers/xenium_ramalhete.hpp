// Peer: xenium's ramalhete_queue, the FAAArrayQueue: a list of arrays of 512 entries, a fetch-and-add per operation. A pop
// whose entry is still empty spins a thousand times, then spoils it, and the push goes on to another. Arrays are reclaimed
// by epochs (debra), the fastest of the library's schemes for this queue: 15 ns for a push and a pop alone, against 20
// over hazard pointers. The upper bit of an entry is a mark, so an item is a number below 2^62 or a pointer.
#pragma once

#include <array>  // the library forgets it
//
#include <xenium/ramalhete_queue.hpp>
#include <xenium/reclamation/generic_epoch_based.hpp>

#include "../queue.hpp"
#include "xenium_word.hpp"

namespace schedlab {

template <class Item>
class xenium_ramalhete {
  using word = xenium_word<Item>;

 public:
  static constexpr queue_traits traits{
      .name = "xenium_ramalhete",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .progress = progress_guarantee::lock_free,
      .item = item_kind::word,
      .allocates = true,
      .paper = "Ramalhete, Correia 2016, FAAArrayQueue",
  };

  explicit xenium_ramalhete(size_t /*expected*/) {}

  push_status try_push(Item&& item) {
    queue_.push(word::encode(item));
    return push_status::ok;
  }
  pop_status try_pop(Item& item) {
    return word::take([this](auto& found) { return queue_.try_pop(found); }, item) ? pop_status::ok : pop_status::empty;
  }

 private:
  using reclaimer = xenium::policy::reclaimer<xenium::reclamation::debra<>>;
  xenium::ramalhete_queue<typename word::pointer, reclaimer> queue_;
};

}  // namespace schedlab
