// Peer: Concurrency Kit's ring for many. Each side claims by compare-exchange, and a producer waits until those before it
// have finished, so that a pop never meets a gap. Until then a push counts as inside for other pushes and not for pops:
// one thread may be told full and then empty, hence weak. The library waits without ever giving up the CPU: four threads
// on two CPUs pass 65 items a second. So the wait is done here, yielding, between its reserve and its commit; a push that
// need not wait pays one load for that. A ring of size n holds n - 1 items, so the capacity is one below a power of two.
#pragma once

#include <memory>

#include "../memory/native_waiting.hpp"
#include "../queue.hpp"
#include "ck_ring_header.hpp"

namespace schedlab {

template <class Item>
class ck_ring_mpmc {
  static_assert(sizeof(Item) == sizeof(void*), "an item is a word");

 public:
  static constexpr queue_traits traits{
      .name = "ck_ring_mpmc",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::blocking,
      .strength = try_strength::weak,  // a pop tells the truth
      .item = item_kind::word,
      .paper = "Al Bahra 2009, Concurrency Kit",
  };

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity + 1); }

  explicit ck_ring_mpmc(size_t capacity) : slots_(new ck_ring_buffer_t[capacity + 1]) {
    ck_ring_init(&ring_, static_cast<unsigned>(capacity + 1));
  }

  push_status try_push(Item&& item) {
    unsigned ticket;
    void* const slot = ck_ring_enqueue_reserve_mpmc(&ring_, slots_.get(), &ticket);
    if (slot == nullptr) return push_status::full;
    *static_cast<Item*>(slot) = item;
    for (unsigned tries = 1; ck_pr_load_uint(&ring_.p_tail) != ticket; ++tries) {
      if (tries % 64 == 0) native_yield();
      ck_pr_stall();
    }
    ck_ring_enqueue_commit_mpmc(&ring_, ticket);
    return push_status::ok;
  }
  pop_status try_pop(Item& item) {
    Item found;  // a lost race leaves something here
    if (!ck_ring_dequeue_mpmc(&ring_, slots_.get(), &found)) return pop_status::empty;
    item = found;
    return pop_status::ok;
  }

 private:
  alignas(cache_line) ck_ring_t ring_;
  std::unique_ptr<ck_ring_buffer_t[]> slots_;
};

}  // namespace schedlab
