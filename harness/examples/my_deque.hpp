// my_deque: a work-stealing deque of fixed size behind a lock. One owner pushes and pops at one end, thieves steal from the
// other. Begin with this and put your algorithm in its place; say here what it is, whose idea it was, and why it is right.
//
// Progress: blocking. Who may call what: one thread is the owner at a time; any number of thieves.
#pragma once

#include <schedlab/queues/memory/array.hpp>
#include <schedlab/queues/memory/atomic.hpp>
#include <schedlab/queues/memory/native_memory.hpp>
#include <schedlab/queues/memory/plain_cell.hpp>
#include <schedlab/queues/queue.hpp>

namespace examples {

// Item is what the deque carries. Memory is where it gets its atomics, its locks and what else threads share:
// native_memory when it is measured, which costs nothing, and the checker's when every interleaving is explored.
template <class Item, class Memory = schedlab::native_memory>
class my_deque {
 public:
  // What it promises. The contract tests and the checker hold it to these words, and tables rank it among designs that
  // promise the same. What is left out here has a default: <schedlab/queues/queue_traits.hpp>.
  static constexpr schedlab::queue_traits traits{
      .name = "my_deque",                        // as in catalogue.cmake
      .producers = schedlab::multiplicity::one,  // the owner
      .consumers = schedlab::multiplicity::many,
      .order = schedlab::item_order::deque,                // the youngest for the owner, the oldest for thieves
      .bounded = true,                                     // a push may say full
      .progress = schedlab::progress_guarantee::blocking,  // or lock_free, wait_free
      .item = schedlab::item_kind::movable,                // or copied, word (8 bytes), index (32 bits)
      .paper = "an example",                               // who, when, what
  };

  // Which capacities it can be made with; without this function, all. Any other stops the program with a sentence.
  static constexpr bool valid_capacity(size_t capacity) { return schedlab::is_power_of_two(capacity); }

  explicit my_deque(size_t capacity) : slots_(schedlab::accepted_capacity<my_deque>(capacity)), mask_(capacity - 1) {}
  my_deque(const my_deque&) = delete;
  my_deque& operator=(const my_deque&) = delete;
  // A plain_cell does not destroy what is in it.
  ~my_deque() {
    // relaxed: nobody else is here any more.
    uint64_t top = top_.load(schedlab::order::relaxed);
    // relaxed: as above.
    const uint64_t bottom = bottom_.load(schedlab::order::relaxed);
    while (top != bottom) slots_[top++ & mask_].take();
  }

  // Two types of handles: a thief cannot even name push or pop.
  class owner_handle {
   public:
    explicit owner_handle(my_deque& deque) : deque_(&deque) {}
    // Moves from the item only if it says ok.
    schedlab::push_status try_push(Item&& item) { return deque_->push(static_cast<Item&&>(item)); }
    schedlab::pop_status try_pop(Item& item) { return deque_->pop(item); }

   private:
    my_deque* deque_;
  };
  class thief_handle {
   public:
    explicit thief_handle(my_deque& deque) : deque_(&deque) {}
    schedlab::steal_status steal(Item& item) { return deque_->steal(item); }

   private:
    my_deque* deque_;
  };
  owner_handle attach(schedlab::owner_role) { return owner_handle(*this); }
  thief_handle attach(schedlab::thief_role) { return thief_handle(*this); }

  // Exact when nobody else is at work. Pools ask it to choose whom to rob, so without it they cannot use the deque.
  size_t approximate_size() const {
    // relaxed: the answer is old by the time it is read.
    const uint64_t top = top_.load(schedlab::order::relaxed);
    // relaxed: as above.
    const uint64_t bottom = bottom_.load(schedlab::order::relaxed);
    const uint64_t size = bottom - top;
    return size <= mask_ + 1 ? static_cast<size_t>(size) : 0;
  }

  // Optional. Gives what lies where a name in counter-examples.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("top", &top_, sizeof top_);
    visit("bottom", &bottom_, sizeof bottom_);
    for (size_t i = 0; i <= mask_; ++i) visit("slot", i, "", &slots_[i], sizeof slots_[i]);
  }

 private:
  // Every access to an atomic names its order. Here the lock does the ordering.
  schedlab::push_status push(Item&& item) {
    mutex_.lock();
    // relaxed: under the lock.
    const uint64_t bottom = bottom_.load(schedlab::order::relaxed);
    // relaxed: under the lock.
    const bool has_room = bottom - top_.load(schedlab::order::relaxed) <= mask_;
    if (has_room) {
      slots_[bottom & mask_].put(static_cast<Item&&>(item));
      // relaxed: under the lock.
      bottom_.store(bottom + 1, schedlab::order::relaxed);
    }
    mutex_.unlock();
    return has_room ? schedlab::push_status::ok : schedlab::push_status::full;
  }

  schedlab::pop_status pop(Item& item) {
    mutex_.lock();
    // relaxed: under the lock.
    const uint64_t bottom = bottom_.load(schedlab::order::relaxed);
    // relaxed: under the lock.
    const bool has_item = bottom != top_.load(schedlab::order::relaxed);
    if (has_item) {
      item = slots_[(bottom - 1) & mask_].take();
      // relaxed: under the lock.
      bottom_.store(bottom - 1, schedlab::order::relaxed);
    }
    mutex_.unlock();
    return has_item ? schedlab::pop_status::ok : schedlab::pop_status::empty;
  }

  // A thief that finds the lock taken has lost a race, and looks elsewhere.
  schedlab::steal_status steal(Item& item) {
    if (!mutex_.try_lock()) return schedlab::steal_status::lost_race;
    // relaxed: under the lock.
    const uint64_t top = top_.load(schedlab::order::relaxed);
    // relaxed: under the lock.
    const bool has_item = top != bottom_.load(schedlab::order::relaxed);
    if (has_item) {
      item = slots_[top & mask_].take();
      // relaxed: under the lock.
      top_.store(top + 1, schedlab::order::relaxed);
    }
    mutex_.unlock();
    return has_item ? schedlab::steal_status::ok : schedlab::steal_status::empty;
  }

  // Storage that threads hand to each other without atomics: the checker is told of every access and finds races.
  schedlab::array<schedlab::plain_cell<Item, Memory>, Memory> slots_;
  const uint64_t mask_;
  typename Memory::mutex mutex_;
  // Items lie from top to bottom, in slot i & mask_. Positions are compared by their difference, because they may wrap.
  schedlab::atomic<uint64_t, Memory> top_{Memory::first_position};
  schedlab::atomic<uint64_t, Memory> bottom_{Memory::first_position};
};

}  // namespace examples
