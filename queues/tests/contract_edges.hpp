// Contract scenarios at the edges of what a design takes and counts: capacities and items that it does not take, the
// least and the greatest that it does, and counters that wrap. Each returns what was violated, or nothing.
#pragma once

#include "queues/memory/native_memory.hpp"
#include "queues/tests/child_outcome.hpp"
#include "queues/tests/contract_sequential.hpp"

namespace schedlab::contract {

inline bool stopped_by_check(const child_outcome& found, const char* type, std::uint64_t value) {
  return found.signal == SIGABRT && found.error_output.find(text(type, ": ")) == 0 &&
         found.error_output.find(text(" ", value, " is not allowed; it must be ")) != std::string::npos;
}

inline std::string how_it_ended(const child_outcome& found) {
  const std::string how = found.signal != 0 ? text("signal ", found.signal) : text("exit code ", found.exit_code);
  return text(how, ", saying \"", found.error_output, "\"");
}

// A design that is given a capacity which it does not take says so and stops, before it does any harm.
template <class Queue, class Item>
violation refuses_capacities() {
  constexpr std::uint64_t most = ~std::size_t{0};
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{3}, std::size_t{1000}, most / 2 + 1, most}) {
    if (takes_capacity<Queue>(capacity)) continue;
    const child_outcome found = in_child([&] {
      Queue queue(capacity);
      auto&& handle = attach_alone(queue);
      for (std::uint64_t id = 0; id < 3; ++id) static_cast<void>(handle.try_push(make_item<Item>(id)));
      return 0;
    });
    if (!stopped_by_check(found, Queue::traits.name, capacity)) {
      return text("capacity ", capacity, ", which it does not take, ended in ", how_it_ended(found));
    }
  }
  return {};
}

// The largest number that an item may be. A declared index leaves out the last one.
template <class Queue, class Item>
constexpr Item largest_item = Queue::traits.item == item_kind::index ? ~Item{0} - 1 : ~Item{0};

// The least and the greatest number that an item may be come out as they went in, amid others.
template <class Queue, class Item>
violation carries_both_ends() {
  constexpr Item largest = largest_item<Queue, Item>;
  for (const std::size_t capacity : capacities<Queue>()) {
    Queue queue(capacity);
    auto&& handle = attach_alone(queue);
    for (const Item number : {largest, Item{0}, Item{1}, largest, Item{0}, largest - 1, largest / 2, largest / 2 + 1}) {
      for (std::size_t i = 0; i < 2 * capacity + 1; ++i) {
        Item item{};
        if (handle.try_push(Item{number}) != push_status::ok)
          return text("capacity ", capacity, ": no room for ", number);
        if (handle.try_pop(item) != pop_status::ok) return text("capacity ", capacity, ": ", number, " is lost");
        if (item != number) return text("capacity ", capacity, ": got ", item, " instead of ", number);
      }
    }
    Item none{};
    if (handle.try_pop(none) != pop_status::empty) return text("capacity ", capacity, ": gave more than it was given");
  }
  return {};
}

// The one 32-bit number that an `index` may not be stops the program, or has no effect.
template <class Queue, class Item>
violation survives_what_is_no_item() {
  constexpr Item no_item = largest_item<Queue, Item> + 1;
  const child_outcome found = in_child([] {
    Queue queue(capacity_from<Queue>(4));
    auto&& handle = attach_alone(queue);
    if (handle.try_push(Item{no_item}) == push_status::ok) return 1;
    for (Item number = 0; number < 64; ++number) {
      Item item{};
      if (handle.try_push(Item{number}) != push_status::ok) return 2;
      if (handle.try_pop(item) != pop_status::ok || item != number) return 3;
    }
    return 0;
  });
  if (found.signal == 0 && found.exit_code == 0) return {};
  if (stopped_by_check(found, Queue::traits.name, no_item)) return {};
  return text("the push of ", no_item, ", which is no item, ended in ", how_it_ended(found));
}

// Native memory in which structures begin to count where a test says.
struct late_memory : native_memory {
  static inline std::uint64_t first_position = 0;
};

// `Queue` is over late memory. Counters of 64 bits wrap, and so do what a design makes of them: doubled, with marks beside
// them, or as laps of 32 bits.
template <class Queue, class Item>
violation counts_past_the_wrap() {
  constexpr std::uint64_t before = 5;
  for (const std::size_t capacity : capacities<Queue>()) {
    const std::uint64_t laps = std::uint64_t{capacity} << 31;
    for (const std::uint64_t wrap : {std::uint64_t{0}, std::uint64_t{1} << 63, std::uint64_t{1} << 61,
                                     std::uint64_t{1} << 32, std::uint64_t{1} << 31, laps, 2 * laps}) {
      // The indices of owner and thieves are signed, and in practice never wrap; 2^64 is their 0.
      if (is_deque<Queue> && wrap == std::uint64_t{1} << 63) continue;
      late_memory::first_position = wrap - before;
      if (const violation found = walk_beside_model<Queue, Item>(capacity).run()) {
        return text("counting from ", wrap, " - ", before, ": ", *found);
      }
    }
  }
  return {};
}

}  // namespace schedlab::contract
