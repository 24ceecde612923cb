// The two-lock queue: a linked list with a lock at each end, so that a push and a pop do not wait for each other.
// M. M. Michael, M. L. Scott, "Simple, fast, and practical non-blocking and blocking concurrent queue algorithms", PODC
// 1996.
//
// The list always begins with a dummy, a node whose item is gone; the queue is empty when nothing follows it. A push
// links its node behind the last one, a pop takes the item out of the node behind the dummy, which becomes the dummy.
// The two ends meet in one place: in an empty queue the last node is the dummy, whose `next` the push writes under one
// lock while the pop reads it under the other. That word is atomic and hands the new node over.
//
// Progress: blocking. Unbounded, a node per item. Who may call what: any thread, anything.
#pragma once

#include "locks/guard.hpp"
#include "memory/atomic.hpp"
#include "memory/native_memory.hpp"
#include "memory/object.hpp"
#include "memory/plain_cell.hpp"
#include "queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class two_lock_queue {
 public:
  static constexpr queue_traits traits{
      .name = "two_lock_queue",
      .order = item_order::fifo,
      .progress = progress_guarantee::blocking,
      .allocates = true,
      .paper = "Michael, Scott 1996",
  };

  explicit two_lock_queue(size_t /*expected*/) {
    node* const dummy = make_object<node, Memory>();
    head_.put(static_cast<node*>(dummy));
    tail_.put(static_cast<node*>(dummy));
  }
  two_lock_queue(const two_lock_queue&) = delete;
  two_lock_queue& operator=(const two_lock_queue&) = delete;
  ~two_lock_queue() {
    node* dummy = head_.take();
    // relaxed: nobody else is here any more.
    while (node* const first = dummy->next.load(order::relaxed)) {
      first->item.take();
      drop_object<Memory>(dummy);
      dummy = first;
    }
    drop_object<Memory>(dummy);
  }

  push_status try_push(Item&& item) {
    node* const last = make_object<node, Memory>();
    last->item.put(static_cast<Item&&>(item));
    const guard held(push_lock_);
    // release: pairs with the acquire in try_pop; the item comes with the node.
    tail_.take()->next.store(last, order::release);
    tail_.put(static_cast<node*>(last));
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    node* dummy;
    {
      const guard held(pop_lock_);
      dummy = head_.take();
      // acquire: pairs with the release in try_push.
      node* const first = dummy->next.load(order::acquire);
      if (first == nullptr) return pop_status::empty;
      item = first->item.take();
      head_.put(static_cast<node*>(first));
    }
    drop_object<Memory>(dummy);
    return pop_status::ok;
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("head", &head_, sizeof head_);
    visit("tail", &tail_, sizeof tail_);
  }

 private:
  using mutex = typename Memory::mutex;

  struct node {
    atomic<node*, Memory> next{nullptr};
    plain_cell<Item, Memory> item;
  };

  // Each end lies on a line of its own. Each mutex protects the pointer below it.
  alignas(cache_line) mutex push_lock_;
  plain_cell<node*, Memory> tail_;
  alignas(cache_line) mutex pop_lock_;
  plain_cell<node*, Memory> head_;
};

}  // namespace schedlab
