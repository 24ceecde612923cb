// my_queue: a ring of fixed size behind a spin lock. Begin with this and put your algorithm in its place; say here what it
// is, whose idea it was, and why it is right.
//
// Progress: blocking. Who may call what: any thread, anything.
#pragma once

#include <schedlab/queues/locks/spin_wait.hpp>
#include <schedlab/queues/memory/array.hpp>
#include <schedlab/queues/memory/atomic.hpp>
#include <schedlab/queues/memory/native_memory.hpp>
#include <schedlab/queues/memory/plain_cell.hpp>
#include <schedlab/queues/queue.hpp>

namespace examples {

// Item is what the queue carries. Memory is where it gets its atomics and what else threads share: native_memory when it
// is measured, which costs nothing, and the checker's when every interleaving is explored. What does not go through
// Memory the checker cannot see; a queue of which nothing does is measured all the same.
template <class Item, class Memory = schedlab::native_memory>
class my_queue {
 public:
  // What it promises. The contract tests and the checker hold it to these words, and tables rank it among designs that
  // promise the same. What is left out here has a default: <schedlab/queues/queue_traits.hpp>.
  static constexpr schedlab::queue_traits traits{
      .name = "my_queue",                                  // as in catalogue.cmake
      .producers = schedlab::multiplicity::many,           // or one; same_thread
      .consumers = schedlab::multiplicity::many,           // or one; same_thread
      .order = schedlab::item_order::fifo,                 // or producer_fifo, none, ...
      .bounded = true,                                     // a push may say full
      .progress = schedlab::progress_guarantee::blocking,  // or lock_free, wait_free
      .strength = schedlab::try_strength::strong,          // weak: may say full or empty when it is not
      .item = schedlab::item_kind::movable,                // or copied, word (8 bytes), index (32 bits)
      .allocates = false,                                  // after construction
      .paper = "an example",                               // who, when, what
  };

  // Which capacities it can be made with; without this function, all. Any other stops the program with a sentence.
  static constexpr bool valid_capacity(size_t capacity) { return schedlab::is_power_of_two(capacity); }

  explicit my_queue(size_t capacity) : slots_(schedlab::accepted_capacity<my_queue>(capacity)), mask_(capacity - 1) {
    head_.put(uint64_t{Memory::first_position});
    tail_.put(uint64_t{Memory::first_position});
  }
  my_queue(const my_queue&) = delete;
  my_queue& operator=(const my_queue&) = delete;
  // A plain_cell does not destroy what is in it.
  ~my_queue() {
    const uint64_t tail = tail_.take();
    for (uint64_t i = head_.take(); i != tail; ++i) slots_[i & mask_].take();
  }

  // Moves from the item only if it says ok.
  schedlab::push_status try_push(Item&& item) {
    lock();
    const uint64_t tail = tail_.take();
    const bool has_room = tail - head_.take() <= mask_;
    if (has_room) {
      slots_[tail & mask_].put(static_cast<Item&&>(item));
      tail_.put(tail + 1);
    }
    unlock();
    return has_room ? schedlab::push_status::ok : schedlab::push_status::full;
  }

  schedlab::pop_status try_pop(Item& item) {
    lock();
    const uint64_t head = head_.take();
    const bool has_item = head != tail_.take();
    if (has_item) {
      item = slots_[head & mask_].take();
      head_.put(head + 1);
    }
    unlock();
    return has_item ? schedlab::pop_status::ok : schedlab::pop_status::empty;
  }

  // Optional. Exact when nobody else is at work; a pool asks it before its workers fall asleep.
  size_t approximate_size() {
    lock();
    const auto size = static_cast<size_t>(tail_.take() - head_.take());
    unlock();
    return size;
  }

  // Optional. Gives what lies where a name in counter-examples.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("lock", &taken_, sizeof taken_);
    visit("head", &head_, sizeof head_);
    visit("tail", &tail_, sizeof tail_);
    for (size_t i = 0; i <= mask_; ++i) visit("slot", i, "", &slots_[i], sizeof slots_[i]);
  }

 private:
  // Every access to an atomic names its order. Write one per line: `schedlab verify <folder>.my_queue --orders` tries
  // weaker ones, line by line, and says which are needed.
  void lock() {
    for (schedlab::spin_wait<Memory> waiting;; waiting.once()) {
      // relaxed: only a look; the exchange decides.
      if (taken_.load(schedlab::order::relaxed) != 0) continue;
      // acquire: pairs with the release in unlock, so that what the last one did under the lock is seen.
      if (taken_.exchange(1, schedlab::order::acquire) == 0) return;
    }
  }
  void unlock() {
    // release: pairs with the acquire in lock.
    taken_.store(0, schedlab::order::release);
  }

  // Storage that threads hand to each other without atomics: the checker is told of every access and finds races.
  schedlab::array<schedlab::plain_cell<Item, Memory>, Memory> slots_;
  const uint64_t mask_;
  // A line of its own: those who wait do not disturb the one who works.
  alignas(schedlab::cache_line) schedlab::atomic<uint32_t, Memory> taken_{0};
  // Under the lock. Positions only grow, and are compared by their difference, because they may wrap.
  alignas(schedlab::cache_line) schedlab::plain_cell<uint64_t, Memory> head_;
  schedlab::plain_cell<uint64_t, Memory> tail_;
};

}  // namespace examples
