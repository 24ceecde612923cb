// The lock-free linked queue of Michael and Scott, its nodes freed by hazard pointers.
// M. M. Michael, M. L. Scott, "Simple, fast, and practical non-blocking and blocking concurrent queue algorithms", PODC
// 1996; M. M. Michael, "Hazard pointers: safe memory reclamation for lock-free objects", TPDS 2004.
//
// The list always begins with a dummy, a node whose item is gone; the queue is empty when nothing follows it. A push
// links its node behind the last one and then moves the tail there; a thread that finds the tail one node behind moves
// it on, so no thread waits for the pusher. A pop moves the head to the node behind the dummy, whose item is then its
// own; before that it makes sure that the tail has left the dummy, for a node that is retired must not be reachable
// from either end.
//
// Items are moved, not copied, so a pop takes its item out after it has won the node, which by then is the dummy and
// may be popped past and retired: it stays announced until then. No announcement outlives its operation: handles that
// rest pin no nodes, and cost working threads nothing but a look at their slots now and then (hazard_records.hpp).
//
// Progress: lock-free but for allocation. Unbounded, a node per item. Linearizable. Who may call what: any thread,
// anything, through a handle of its own.
#pragma once

#include "memory/atomic.hpp"
#include "memory/native_memory.hpp"
#include "memory/object.hpp"
#include "memory/plain_cell.hpp"
#include "parts/hazard_records.hpp"
#include "queue.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class michael_scott_queue {
  struct node {
    atomic<node*, Memory> next{nullptr};
    plain_cell<Item, Memory> item;
    node* next_retired = nullptr;  // used by hazard_records
  };

  enum hazard : unsigned { of_end, of_first, hazards };
  using records = hazard_records<node, Memory, hazards>;

 public:
  static constexpr queue_traits traits{
      .name = "michael_scott_queue",
      .order = item_order::fifo,
      .progress = progress_guarantee::lock_free,
      .allocates = true,
      .paper = "Michael, Scott 1996; Michael 2004",
  };

  explicit michael_scott_queue(size_t /*expected*/) {
    node* const dummy = make_object<node, Memory>();
    head_.store(dummy, order::relaxed);  // relaxed: published by the thread that shares the queue
    tail_.store(dummy, order::relaxed);  // relaxed: as above
  }
  michael_scott_queue(const michael_scott_queue&) = delete;
  michael_scott_queue& operator=(const michael_scott_queue&) = delete;
  ~michael_scott_queue() {
    node* dummy = head_.load(order::relaxed);  // relaxed: nobody else is here any more
    // relaxed: as above.
    while (node* const first = dummy->next.load(order::relaxed)) {
      first->item.take();
      drop_object<Memory>(dummy);
      dummy = first;
    }
    drop_object<Memory>(dummy);
  }

  class handle {
   public:
    push_status try_push(Item&& item) {
      node* const fresh = make_object<node, Memory>();
      fresh->item.put(static_cast<Item&&>(item));
      queue_->link(own_records_, fresh);
      return push_status::ok;
    }

    pop_status try_pop(Item& item) { return queue_->pop(own_records_, item); }

   private:
    friend michael_scott_queue;
    explicit handle(michael_scott_queue& queue) : queue_(&queue), own_records_(queue.records_) {}

    michael_scott_queue* queue_;
    typename records::owner own_records_;
  };

  template <class Role>
  handle attach(Role) {
    return handle(*this);
  }

  // Tells the visitor each part's name and address, for traces: the node at the head is the dummy. To be called when no
  // thread is at work.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("head", &head_, sizeof head_);
    visit("tail", &tail_, sizeof tail_);
    node* each = head_.load(order::relaxed);  // relaxed: nobody is at work
    for (size_t i = 0; each != nullptr; ++i) {
      visit("node", i, "next", &each->next, sizeof each->next);
      visit("node", i, "item", &each->item, sizeof each->item);
      each = each->next.load(order::relaxed);  // relaxed: as above
    }
  }

 private:
  void link(typename records::owner& mine, node* fresh) {
    for (;;) {
      node* const last = mine.protect(of_end, tail_);
      node* next = nullptr;
      // release: pairs with the acquires of next, so that the node is seen whole. acquire: pairs with that release.
      const bool linked = last->next.compare_exchange_strong(next, fresh, order::release, order::acquire);
      move_tail(last, linked ? fresh : next);
      if (!linked) continue;
      mine.release(of_end);
      return;
    }
  }

  pop_status pop(typename records::owner& mine, Item& item) {
    for (;;) {
      node* dummy = mine.protect(of_end, head_);
      // acquire: pairs with the release in link; the item comes with the node.
      node* const first = dummy->next.load(order::acquire);
      if (first == nullptr) {
        mine.release(of_end);
        return pop_status::empty;
      }
      mine.announce(of_first, first);
      // acquire: pairs with the release in move_tail.
      if (tail_.load(order::acquire) == dummy) move_tail(dummy, first);
      // If the dummy is still the head, no thread has popped past the first node, so it was announced in time. release:
      // pairs with the acquire in protect, so that a thread that sees the new head sees the announcement, and the tail
      // ahead of it.
      if (!head_.compare_exchange_strong(dummy, first, order::release, order::relaxed)) continue;
      item = first->item.take();
      mine.release(of_end);
      mine.release(of_first);
      mine.retire(dummy);
      return pop_status::ok;
    }
  }

  void move_tail(node* from, node* to) {
    // seq_cst: pairs with the acquires of the tail, and with the fences of hazard_records.hpp: a thread that retires a
    // node has often not moved the tail but seen it moved, and before C++20 a fence hands on only what its own thread
    // stored. relaxed: a failure means that another thread has done it.
    tail_.compare_exchange_strong(from, to, order::seq_cst, order::relaxed);
  }

  alignas(cache_line) atomic<node*, Memory> head_;
  alignas(cache_line) atomic<node*, Memory> tail_;
  alignas(cache_line) records records_{Memory::retire_batch};
};

}  // namespace schedlab
