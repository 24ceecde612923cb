// Peer: Concurrency Kit's ring for one producer and one consumer. Wait-free. A ring of size n holds n - 1 items, so the
// capacity is one below a power of two.
#pragma once

#include <memory>

#include "../queue.hpp"
#include "ck_ring_header.hpp"

namespace schedlab {

template <class Item>
class ck_ring_spsc {
  static_assert(sizeof(Item) == sizeof(void*), "an item is a word");

 public:
  static constexpr queue_traits traits{
      .name = "ck_ring_spsc",
      .kind = design_kind::peer,
      .producers = multiplicity::one,
      .consumers = multiplicity::one,
      .order = item_order::fifo,
      .bounded = true,
      .progress = progress_guarantee::wait_free,
      .item = item_kind::word,
      .paper = "Lamport 1983; Al Bahra 2009, Concurrency Kit",
  };

  static constexpr bool valid_capacity(size_t capacity) { return is_power_of_two(capacity + 1); }

  explicit ck_ring_spsc(size_t capacity) : slots_(new ck_ring_buffer_t[capacity + 1]) {
    ck_ring_init(&ring_, static_cast<unsigned>(capacity + 1));
  }

  push_status try_push(Item&& item) {
    const void* const word = __builtin_bit_cast(const void*, item);
    return ck_ring_enqueue_spsc(&ring_, slots_.get(), word) ? push_status::ok : push_status::full;
  }
  pop_status try_pop(Item& item) {
    return ck_ring_dequeue_spsc(&ring_, slots_.get(), &item) ? pop_status::ok : pop_status::empty;
  }

 private:
  alignas(cache_line) ck_ring_t ring_;
  std::unique_ptr<ck_ring_buffer_t[]> slots_;
};

}  // namespace schedlab
