// The contract of queues and deques: what operations answer, which role a thread plays, and the concepts that the tests
// and the workloads are written against. Anything beyond this (blocking, bulk, lock statistics) is an optional member
// that its users detect. Bare.
//
//   queue(capacity)               a bounded queue holds exactly that many; for an unbounded one it is a hint. The
//                                 program stops if valid_capacity refuses the capacity
//   try_push(item&&) -> status    the item is moved from only if the answer is ok
//   try_pop(item&)   -> status
//   attach(queue, role)           the handle with which one thread plays one role
//
// A deque has two handles of different types, and a thief's can neither push nor pop. A queue ordered by priority
// offers try_push(item&&, priority) too; without one an item has priority 0, so with try_push(item&&) alone it is first
// in, first out.
#pragma once

#include "memory/check.hpp"
#include "queue_traits.hpp"

namespace schedlab {

using item_priority = int32_t;

enum class [[nodiscard]] push_status : uint8_t { ok, full, contended };
enum class [[nodiscard]] pop_status : uint8_t { ok, empty, contended };
enum class [[nodiscard]] steal_status : uint8_t { ok, empty, lost_race };

// Roles are types, because a role may decide the type of the handle.
struct producer_role {};
struct consumer_role {};
struct both_role {};  // one thread that pushes and pops
struct owner_role {};
struct thief_role {};

template <class Queue, class Role>
decltype(auto) attach(Queue& queue, Role role) {
  if constexpr (requires { queue.attach(role); }) {
    return queue.attach(role);
  } else {
    return (queue);
  }
}

// Whether the design takes that capacity.
template <class Design>
constexpr bool takes_capacity(size_t capacity) {
  if constexpr (requires { Design::valid_capacity(capacity); }) {
    return Design::valid_capacity(capacity);
  } else {
    return true;
  }
}

// Returns the capacity if the design takes it; otherwise the program stops.
template <class Design>
size_t accepted_capacity(size_t capacity, const char* allowed = "a power of two") {
  check(Design::valid_capacity(capacity), Design::traits.name, "capacity", capacity, allowed);
  return capacity;
}

template <class Found, class Wanted>
concept exactly = __is_same(Found, Wanted);

template <class Handle, class Item>
concept pushes_and_pops = requires(Handle& handle, Item& item) {
  { handle.try_push(static_cast<Item&&>(item)) } -> exactly<push_status>;
  { handle.try_pop(item) } -> exactly<pop_status>;
};

template <class Handle, class Item>
concept takes_priorities = requires(Handle& handle, Item& item, item_priority priority) {
  { handle.try_push(static_cast<Item&&>(item), priority) } -> exactly<push_status>;
};

template <class Handle, class Item>
concept steals = requires(Handle& handle, Item& item) {
  { handle.steal(item) } -> exactly<steal_status>;
};

template <class Design, class Item>
concept deque = requires(Design& design) {
  requires pushes_and_pops<decltype(attach(design, owner_role{})), Item>;
  requires steals<decltype(attach(design, thief_role{})), Item>;
  requires Design::traits.order == item_order::deque;
};

template <class Design, class Item>
concept queue = !deque<Design, Item> && requires(Design& design) {
  requires pushes_and_pops<decltype(attach(design, both_role{})), Item>;
};

}  // namespace schedlab
