// Peer: wfcqueue of liburcu, a list; it is intrusive, so nodes are allocated here. A push is an exchange and a store and
// waits for nobody (but the allocator); while it is unfinished what is behind it cannot be reached, and a pop, the
// library's non-blocking one, says contended. Pops exclude each other: urcu_wfcqueue has one consumer and no lock,
// urcu_wfcqueue_locked takes the mutex that the library keeps for several.
#pragma once

#include <urcu/wfcqueue.h>

#include "../queue.hpp"

namespace schedlab {

template <class Item, multiplicity Consumers = multiplicity::one>
class urcu_wfcqueue {
  static constexpr bool locked = Consumers == multiplicity::many;
  struct node : cds_wfcq_node {
    Item item;
  };

 public:
  static constexpr queue_traits traits{
      .name = locked ? "urcu_wfcqueue_locked" : "urcu_wfcqueue",
      .kind = design_kind::peer,
      .consumers = Consumers,
      .progress = progress_guarantee::blocking,
      .allocates = true,
      .paper = "Desnoyers, Lai 2011, Userspace RCU",
  };

  explicit urcu_wfcqueue(size_t /*expected*/) { cds_wfcq_init(&head_, &tail_); }
  urcu_wfcqueue(const urcu_wfcqueue&) = delete;
  urcu_wfcqueue& operator=(const urcu_wfcqueue&) = delete;
  ~urcu_wfcqueue() {
    while (cds_wfcq_node* const left = next()) delete static_cast<node*>(left);
    cds_wfcq_destroy(&head_, &tail_);
  }

  push_status try_push(Item&& item) {
    cds_wfcq_enqueue(cds_wfcq_head_cast(&head_), &tail_, new node{{nullptr}, static_cast<Item&&>(item)});
    return push_status::ok;
  }
  pop_status try_pop(Item& item) {
    if constexpr (locked) cds_wfcq_dequeue_lock(&head_, &tail_);
    cds_wfcq_node* const found = next();
    if constexpr (locked) cds_wfcq_dequeue_unlock(&head_, &tail_);
    if (found == nullptr) return pop_status::empty;
    if (found == CDS_WFCQ_WOULDBLOCK) return pop_status::contended;
    item = static_cast<Item&&>(static_cast<node*>(found)->item);
    delete static_cast<node*>(found);
    return pop_status::ok;
  }

 private:
  cds_wfcq_node* next() { return __cds_wfcq_dequeue_nonblocking(cds_wfcq_head_cast(&head_), &tail_); }
  alignas(cache_line) cds_wfcq_head head_;
  alignas(cache_line) cds_wfcq_tail tail_;
};
template <class Item>
using urcu_wfcqueue_locked = urcu_wfcqueue<Item, multiplicity::many>;
}  // namespace schedlab
