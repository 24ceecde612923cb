// Peer: xenium's chase_work_stealing_deque over its array of fixed size, whose only capacity is set at compile time. Its
// growing array is wrong: grow() takes an index modulo mask instead of capacity, and a thief that read the old capacity
// may then read another item's slot. An item is a number below 2^63 or a pointer.
#pragma once

#include <xenium/chase_work_stealing_deque.hpp>

#include "../queue.hpp"
#include "xenium_word.hpp"

namespace schedlab {

template <class Item>
class xenium_chase_lev {
  using word = xenium_word<Item>;
  static constexpr size_t slots = 1024;
  using array = xenium::detail::fixed_size_circular_array<unsigned char, slots>;
  using library = xenium::chase_work_stealing_deque<unsigned char, xenium::policy::container<array>>;

 public:
  static constexpr queue_traits traits{
      .name = "xenium_chase_lev",
      .kind = design_kind::peer,
      .producers = multiplicity::one,
      .order = item_order::deque,
      .bounded = true,
      .progress = progress_guarantee::lock_free,
      .item = item_kind::word,
      .paper = "Chase, Lev 2005",
  };
  static constexpr bool valid_capacity(size_t capacity) { return capacity == slots; }
  explicit xenium_chase_lev(size_t /*capacity*/) {}

  struct owner_handle {
    push_status try_push(Item&& item) {
      return deque.try_push(word::encode(item)) ? push_status::ok : push_status::full;
    }
    pop_status try_pop(Item& item) {
      const bool done = word::take([this](auto& found) { return deque.try_pop(found); }, item);
      return done ? pop_status::ok : pop_status::empty;
    }
    library& deque;
  };
  struct thief_handle {
    steal_status steal(Item& item) {
      if (word::take([this](auto& found) { return deque.try_steal(found); }, item)) return steal_status::ok;
      // One answer for both: nothing inside means that there was nothing to take.
      return deque.size() == 0 ? steal_status::empty : steal_status::lost_race;
    }
    library& deque;
  };

  owner_handle attach(owner_role) { return {deque_}; }
  thief_handle attach(thief_role) { return {deque_}; }

 private:
  library deque_;
};

}  // namespace schedlab
