// A WPOL queue behind the lab's queue contract: makes a region of its own and carries 32-bit numbers through the ring
// alone, or, as wpol_tasks, 8-byte items through the whole protocol (allocate a slot, fill it, push; pop, read it,
// free).
#pragma once

#include "../memory/native_memory.hpp"
#include "../queue.hpp"
#include "wpol_queue.hpp"

namespace schedlab {

template <class Wpol>
class wpol_in_own_region {
 public:
  using protocol_type = Wpol;
  static constexpr queue_traits traits = Wpol::traits;

  static constexpr bool valid_capacity(size_t capacity) {
    return is_power_of_two(capacity) && capacity <= Wpol::region_type::largest_capacity;
  }

  static constexpr const char* allowed_capacities = "a power of two, 2^28 at most";

  explicit wpol_in_own_region(size_t capacity)
      : size_(Wpol::region_type::required_bytes(slots_of(capacity))),
        region_(memory::allocate(size_, Wpol::region_type::alignment)) {
    const uint32_t slots = slots_of(capacity);
    // relaxed: no other thread knows the region. Any value but the magic will do, since fresh memory is no queue.
    typename Wpol::region_type(region_, slots).magic().store(0, order::relaxed);
    if (Wpol::initialise(region_, size_, slots) != wpol_error::none) __builtin_trap();
    if (Wpol::attach(region_, size_, slots, queue_) != wpol_error::none) __builtin_trap();
  }
  wpol_in_own_region(const wpol_in_own_region&) = delete;
  wpol_in_own_region& operator=(const wpol_in_own_region&) = delete;
  ~wpol_in_own_region() { memory::deallocate(region_, size_, Wpol::region_type::alignment); }

  push_status try_push(uint32_t&& number) {
    check_item(number);
    return answer(queue_.push_number(number));
  }

  pop_status try_pop(uint32_t& number) {
    if constexpr (requires { queue_.pop(number); }) {
      return pop_answer(queue_.pop(number));
    } else {
      uint32_t priority;
      return pop_answer(queue_.pop(number, priority));
    }
  }

  size_t try_push_batch(const uint32_t* numbers, size_t count)
    requires requires(Wpol& queue) { queue.push_number_batch(numbers, 1); }
  {
    const uint32_t pushed = queue_.push_number_batch(numbers, static_cast<uint32_t>(count));
    if (pushed < count) check_item(numbers[pushed]);
    return pushed;
  }
  size_t try_pop_batch(uint32_t* numbers, size_t count)
    requires requires(Wpol& queue) { queue.pop_batch(numbers, 1); }
  {
    return queue_.pop_batch(numbers, static_cast<uint32_t>(count));
  }

  size_t capacity() const { return queue_.capacity(); }
  size_t approximate_size() const { return queue_.size(); }
  Wpol& protocol() { return queue_; }
  template <class Visitor>
  void describe(Visitor& visit) const {
    queue_.describe(visit);
  }

  static push_status answer(wpol_error error) {
    if (error == wpol_error::none) return push_status::ok;
    return error == wpol_error::contended ? push_status::contended : push_status::full;
  }
  static pop_status pop_answer(wpol_error error) {
    if (error == wpol_error::none) return pop_status::ok;
    return error == wpol_error::contended ? pop_status::contended : pop_status::empty;
  }

 private:
  using memory = typename Wpol::memory;

  static void check_item(uint32_t number) {
    check(number < ~uint32_t{0}, traits.name, "item", number, "a number below 2^32 - 1");
  }

  static uint32_t slots_of(size_t capacity) {
    return static_cast<uint32_t>(accepted_capacity<wpol_in_own_region>(capacity, allowed_capacities));
  }

  const size_t size_;
  void* const region_;
  Wpol queue_;
};

// The whole protocol: an item travels in a task slot (its timestamp field), the ring carries the slot's index.
template <class Memory = native_memory>
class wpol_tasks {
  using ring = wpol_in_own_region<wpol_queue_padded<Memory>>;

  static constexpr queue_traits of_the_ring_but(const char* name) {
    queue_traits changed = ring::traits;
    changed.name = name;
    changed.item = item_kind::word;
    // A slot that another thread is still reading is not free yet: a push may say full although fewer items are queued.
    changed.strength = try_strength::weak;
    return changed;
  }

 public:
  static constexpr queue_traits traits = of_the_ring_but("wpol_tasks");

  static constexpr bool valid_capacity(size_t capacity) { return ring::valid_capacity(capacity); }

  explicit wpol_tasks(size_t capacity) : ring_(accepted_capacity<wpol_tasks>(capacity, ring::allowed_capacities)) {}

  push_status try_push(uint64_t&& item) {
    uint32_t slot = 0;
    const wpol_error allocated = ring_.protocol().allocate(slot);
    if (allocated != wpol_error::none) return ring::answer(allocated);
    ring_.protocol().slot(slot).set_timestamp(item);
    const push_status pushed = ring::answer(ring_.protocol().push(slot));
    if (pushed != push_status::ok) static_cast<void>(ring_.protocol().free(slot));
    return pushed;
  }

  pop_status try_pop(uint64_t& item) {
    uint32_t slot = 0;
    const pop_status popped = ring::pop_answer(ring_.protocol().pop(slot));
    if (popped != pop_status::ok) return popped;
    item = ring_.protocol().slot(slot).timestamp();
    static_cast<void>(ring_.protocol().free(slot));
    return pop_status::ok;
  }

  size_t capacity() const { return ring_.capacity(); }
  size_t approximate_size() const { return ring_.approximate_size(); }
  template <class Visitor>
  void describe(Visitor& visit) const {
    ring_.describe(visit);
  }

 private:
  ring ring_;
};

}  // namespace schedlab
