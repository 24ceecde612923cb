// A ring that doubles when it is full: the storage of the queues behind a lock. Once it has grown, nothing but the item
// is touched. Not synchronised: the caller must hold the lock. The checker is told of every access to a position or an
// item, so a lock that does not do its work shows as a data race.
#pragma once

#include "../memory/array.hpp"
#include "../memory/plain_cell.hpp"

namespace schedlab {

template <class Item, class Memory>
class growing_ring {
 public:
  // Makes room for `expected` items before the first growth.
  explicit growing_ring(size_t expected) : slots_(round_up_to_power_of_two(expected)) {
    head_.put(static_cast<size_t>(Memory::first_position));
    tail_.put(static_cast<size_t>(Memory::first_position));
  }
  growing_ring(const growing_ring&) = delete;
  growing_ring& operator=(const growing_ring&) = delete;
  ~growing_ring() {
    const size_t tail = tail_.take();
    for (size_t i = head_.take(); i != tail; ++i) at(i).take();
  }

  void push(Item&& item) {
    const size_t tail = tail_.take();
    const size_t head = head_.take();
    if (tail - head == slots_.size()) grow(head, tail);
    at(tail).put(static_cast<Item&&>(item));
    tail_.put(tail + 1);
  }

  // False if there is no item.
  bool pop(Item& item) {
    const size_t head = head_.take();
    if (head == tail_.take()) return false;
    item = at(head).take();
    head_.put(head + 1);
    return true;
  }

  size_t size() { return tail_.take() - head_.take(); }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("head", &head_, sizeof head_);
    visit("tail", &tail_, sizeof tail_);
    for (size_t i = 0; i < slots_.size(); ++i) visit("slot", i, "", &slots_[i], sizeof(slot));
  }

 private:
  using slot = plain_cell<Item, Memory>;

  slot& at(size_t position) { return slots_[position & (slots_.size() - 1)]; }

  void grow(size_t head, size_t tail) {
    array<slot, Memory> larger(2 * slots_.size());
    for (size_t i = head; i != tail; ++i) larger[i & (larger.size() - 1)].put(at(i).take());
    slots_.swap(larger);
  }

  array<slot, Memory> slots_;
  // The positions only grow. They are numbers, so taking one out of its cell leaves it there.
  plain_cell<size_t, Memory> head_;
  plain_cell<size_t, Memory> tail_;
};

}  // namespace schedlab
