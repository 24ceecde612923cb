// A deque behind a lock, for pools whose threads would otherwise take too many steps to be explored: each operation is one
// step or two. A thief that finds the lock taken has lost a race, as with the deque that pools have.
#pragma once

#include <cstddef>

#include "queues/locks/guard.hpp"
#include "queues/parts/growing_ring.hpp"
#include "queues/queue.hpp"

namespace schedlab::verify {

template <class Item, class Memory>
class locked_deque {
 public:
  static constexpr queue_traits traits{
      .name = "locked_deque",
      .producers = multiplicity::one,
      .consumers = multiplicity::many,
      .order = item_order::deque,
      .bounded = true,
      .item = item_kind::word,
  };

  explicit locked_deque(std::size_t) {}

  class owner {
   public:
    explicit owner(locked_deque& of) : deque_(&of) {}
    push_status try_push(Item&& item) {
      const guard held(deque_->mutex_);
      if (deque_->size_ == most) return push_status::full;
      deque_->items_[deque_->size_++] = item;
      return push_status::ok;
    }
    pop_status try_pop(Item& item) {
      const guard held(deque_->mutex_);
      if (deque_->size_ == 0) return pop_status::empty;
      item = deque_->items_[--deque_->size_];
      return pop_status::ok;
    }

   private:
    locked_deque* deque_;
  };

  class thief {
   public:
    explicit thief(locked_deque& of) : deque_(&of) {}
    steal_status steal(Item& item) {
      if (!deque_->mutex_.try_lock()) return steal_status::lost_race;
      const guard held(deque_->mutex_, already_locked{});
      if (deque_->size_ == 0) return steal_status::empty;
      item = deque_->items_[0];
      for (std::size_t i = 1; i < deque_->size_; ++i) deque_->items_[i - 1] = deque_->items_[i];
      --deque_->size_;
      return steal_status::ok;
    }

   private:
    locked_deque* deque_;
  };

  owner attach(owner_role) { return owner(*this); }
  thief attach(thief_role) { return thief(*this); }

  std::size_t approximate_size() {
    const guard held(mutex_);
    return size_;
  }

 private:
  static constexpr std::size_t most = 6;

  typename Memory::mutex mutex_;
  // The lock protects the items and their number.
  Item items_[most]{};
  std::size_t size_ = 0;
};

}  // namespace schedlab::verify
