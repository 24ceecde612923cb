// An unbounded queue for many producers and many consumers: a list of rings.
// Own design in the spirit of LCRQ (A. Morrison, Y. Afek, "Fast concurrent queues for x86 processors", PPoPP 2013) and of
// FAA-array queues (P. Ramalhete, A. Correia, 2016), with claim_ring as its segment.
//
// Pushes go to the last ring, pops come from the first. As long as the backlog fits one ring it stays the only one and
// goes round: nothing is allocated. A push that finds it full closes it and appends a new one; a pop that finds it
// closed and drained moves on to the next, and the thread that moves the first pointer retires the old ring. A ring
// must not be freed while a thread is inside; so each handle announces the ring in which it pushes and the one from
// which it pops, once, and keeps the announcement (hazard_records.hpp) until it has to move on: an operation pays
// nothing for the safety of its ring. A handle that rests keeps at most two old rings alive.
//
// Progress: blocking, as its rings (an operation that meets a stalled neighbour answers `contended`). Linearizable.
// Who may call what: any thread, anything, through a handle of its own.
#pragma once

#include "claim_ring.hpp"
#include "memory/object.hpp"
#include "parts/backoff.hpp"
#include "parts/hazard_records.hpp"

namespace schedlab {

template <class Item, class Memory = native_memory>
class segmented_queue {
  using ring = claim_ring<Item, Memory>;

  struct segment {
    explicit segment(size_t capacity) : items(capacity) {}

    ring items;
    atomic<segment*, Memory> next{nullptr};
    segment* next_retired = nullptr;
  };

  enum hazard : unsigned { of_push, of_pop, hazards };
  using records = hazard_records<segment, Memory, hazards>;

 public:
  static constexpr queue_traits traits{
      .name = "segmented_queue",
      .order = item_order::fifo,
      .progress = progress_guarantee::blocking,
      .allocates = true,
      .paper = "own design, after Morrison, Afek 2013",
  };

  // A ring has room for `expected` items, rounded up to a power of two.
  explicit segmented_queue(size_t expected) : ring_capacity_(round_up_to_power_of_two(expected)) {
    segment* const only = make_segment();
    first_.store(only, order::relaxed);  // relaxed: published by the thread that shares the queue
    last_.store(only, order::relaxed);   // relaxed: as above
  }
  segmented_queue(const segmented_queue&) = delete;
  segmented_queue& operator=(const segmented_queue&) = delete;
  ~segmented_queue() {
    segment* doomed = first_.load(order::relaxed);  // relaxed: nobody else is here any more
    while (doomed != nullptr) {
      segment* const next = doomed->next.load(order::relaxed);  // relaxed: as above
      drop_object<Memory>(doomed);
      doomed = next;
    }
  }

  class handle {
   public:
    push_status try_push(Item&& item) {
      if (pushes_ == nullptr) pushes_ = own_records_.protect(of_push, queue_->last_);
      uint64_t stopped_at = 0;
      for (;;) {
        switch (pushes_->items.push(static_cast<Item&&>(item), /*closes=*/true, stopped_at)) {
          case ring::found_at_push::room:
            return push_status::ok;
          case ring::found_at_push::closed:
            queue_->append_after(pushes_);
            pushes_ = own_records_.protect(of_push, queue_->last_);
            break;
          default:
            return push_status::contended;
        }
      }
    }

    pop_status try_pop(Item& item) {
      if (pops_ == nullptr) pops_ = own_records_.protect(of_pop, queue_->first_);
      uint64_t stopped_at = 0;
      for (;;) {
        switch (pops_->items.pop(item, stopped_at)) {
          case ring::found_at_pop::item:
            return pop_status::ok;
          case ring::found_at_pop::nothing:
            popping_.template after_failure<Memory>(stopped_at);
            return pop_status::empty;
          case ring::found_at_pop::busy:
            popping_.template after_failure<Memory>(stopped_at);
            return pop_status::contended;
          case ring::found_at_pop::the_end:
            if (!move_on()) return pop_status::empty;
        }
      }
    }

   private:
    friend segmented_queue;
    explicit handle(segmented_queue& queue) : queue_(&queue), own_records_(queue.records_) {}

    // False: there is no next ring yet, so every item has come out. This is called once per ring, and is out of line so
    // that the tries stay short (5 % of a push and a pop).
    [[gnu::noinline]] bool move_on() {
      segment* const old = pops_;
      const bool unlinked_it = queue_->unlink(old);
      pops_ = own_records_.protect(of_pop, queue_->first_);
      if (unlinked_it) own_records_.retire(old);
      return pops_ != old;
    }

    segmented_queue* queue_;
    typename records::owner own_records_;
    segment* pushes_ = nullptr;  // the segments that the records announce
    segment* pops_ = nullptr;
    // Positions begin anew with each ring, which the back-off takes for a long run.
    run_length_backoff popping_{Memory::first_position};
  };

  template <class Role>
  handle attach(Role) {
    return handle(*this);
  }

  // Tells the visitor each part's name and address, for traces. To be called when no thread is at work.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("first", &first_, sizeof first_);
    visit("last", &last_, sizeof last_);
    const segment* each = first_.load(order::relaxed);  // relaxed: nobody is at work
    while (each != nullptr) {
      visit("next", &each->next, sizeof each->next);
      each->items.describe(visit);
      each = each->next.load(order::relaxed);  // relaxed: as above
    }
    records_.describe(visit);
  }

 private:
  segment* make_segment() const { return make_object<segment, Memory>(ring_capacity_); }

  // Makes the last pointer leave a closed segment, which the caller protects.
  void append_after(segment* closed) {
    // acquire: pairs with the release that linked it, so that the segment is seen whole.
    segment* next = closed->next.load(order::acquire);
    if (next == nullptr) {
      segment* const fresh = make_segment();
      // acq_rel: pairs with the acquire loads of next; a failure acquires as the load above does.
      if (closed->next.compare_exchange_strong(next, fresh, order::acq_rel, order::acquire)) {
        next = fresh;
      } else {
        drop_object<Memory>(fresh);
      }
    }
    // seq_cst: pairs with the acquire in protect, and with the fences of hazard_records.hpp: a thread that retires a
    // ring has often only seen that the pointer left it, and before C++20 a fence hands on only what its own thread
    // stored. relaxed: a failure means that another thread did it.
    last_.compare_exchange_strong(closed, next, order::seq_cst, order::relaxed);
  }

  // Makes the first pointer leave a drained segment, which the caller protects. True if the caller did it, and no other
  // thread.
  bool unlink(segment* drained) {
    // acquire: pairs with the release that linked it, so that the segment is seen whole.
    segment* const next = drained->next.load(order::acquire);
    if (next == nullptr) return false;
    segment* expected = drained;
    // The last pointer leaves first: a segment that the first pointer has left must not be found through the last one.
    // seq_cst: pairs with the acquire in protect, and with the fences, as above. acquire: a failure means that it had
    // left already; pairs with the release half of the operation that moved it.
    last_.compare_exchange_strong(expected, next, order::seq_cst, order::acquire);
    expected = drained;
    // release: pairs with the acquire in protect.
    return first_.compare_exchange_strong(expected, next, order::release, order::relaxed);
  }

  records records_{1};  // a batch of 1, because freeing a ring is worth the look
  const size_t ring_capacity_;
  alignas(cache_line) atomic<segment*, Memory> first_{nullptr};
  alignas(cache_line) atomic<segment*, Memory> last_{nullptr};
};

}  // namespace schedlab
