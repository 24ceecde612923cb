// Contract scenarios about what a design does with things that are not its own: items that it must destroy, memory that
// it must not ask for, and the memory policy that it must not bypass.
#pragma once

#include "queues/memory/counting_memory.hpp"
#include "queues/tests/contract_items.hpp"

namespace schedlab::contract {

// The items that are left inside are destroyed with the queue, once; items that came out are not.
template <template <class> class Queue>
violation destructors_run() {
  using tested = Queue<tracked>;
  for (const std::size_t capacity : capacities<tested>()) {
    for (const std::size_t left : {std::size_t{0}, std::size_t{1}, capacity / 2, capacity}) {
      const std::int64_t before = tracked::alive;
      {
        tested queue(capacity);
        auto&& handle = attach_alone(queue);
        // Some laps first, so that what is left does not lie at the beginning.
        for (std::uint64_t id = 0; id < capacity + capacity / 2 + 1; ++id) {
          tracked item;
          if (handle.try_push(tracked(id)) != push_status::ok) return text("capacity ", capacity, ": a push failed");
          if (handle.try_pop(item) != pop_status::ok) return text("capacity ", capacity, ": a pop failed");
        }
        for (std::uint64_t id = 0; id < left; ++id) {
          if (handle.try_push(tracked(id)) != push_status::ok) return text("capacity ", capacity, ": a push failed");
        }
        const std::int64_t inside = tracked::alive - before;
        if (inside != static_cast<std::int64_t>(left)) {
          return text("capacity ", capacity, ": ", inside, " objects live while ", left, " are inside");
        }
      }
      const std::int64_t leaked = tracked::alive - before;
      if (leaked != 0) return text("capacity ", capacity, ", ", left, " left inside: ", leaked, " were not destroyed");
    }
  }
  return {};
}

// `allocations` returns how often the calling thread has asked for memory.
template <class Queue, class Item>
violation allocates_nothing(std::uint64_t (*allocations)()) {
  for (const std::size_t capacity : capacities<Queue>()) {
    Queue queue(capacity);
    auto&& handle = attach_alone(queue);
    Item item{};
    const std::uint64_t before = allocations();
    for (int lap = 0; lap < 3; ++lap) {
      for (std::uint64_t id = 0; id <= capacity; ++id) {
        if (handle.try_push(static_cast<Item>(id)) != push_status::ok) break;
      }
      for (std::uint64_t i = 0; take_oldest(queue, handle, item); ++i) {
        if (i > capacity) return text("capacity ", capacity, ": does not become empty");
      }
    }
    const std::uint64_t made = allocations() - before;
    if (made != 0) return text("capacity ", capacity, ": ", made, " allocations after construction");
  }
  return {};
}

// Counting memory that sees plain cells, too, because a design behind a lock uses nothing else.
struct witnessing_memory : counting_memory {
  static inline std::uint64_t plain_accesses = 0;
  static void reads(const void*, std::size_t, site = {}) { ++plain_accesses; }
  static void writes(void*, std::size_t, site = {}) { ++plain_accesses; }
};

// `Queue` is over witnessing memory. A push and a pop that the policy never saw would be seen by no checker either.
template <class Queue, class Item>
violation uses_its_memory_policy() {
  Queue queue(8);
  auto&& handle = attach_alone(queue);
  Item item{};
  const auto seen = [] {
    const operation_counts& counts = counting_memory::counts();
    return counts.loads + counts.stores + counts.read_modify_writes + witnessing_memory::plain_accesses;
  };
  const std::uint64_t before_push = seen();
  if (handle.try_push(make_item<Item>(1)) != push_status::ok) return "a push failed";
  const std::uint64_t before_pop = seen();
  if (handle.try_pop(item) != pop_status::ok) return "a pop failed";
  if (before_pop == before_push) return "a push went past the memory policy";
  if (seen() == before_pop) return "a pop went past the memory policy";
  return {};
}

}  // namespace schedlab::contract
