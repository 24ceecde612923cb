// Predicts what the unsound designs do wrong, in one thread alone. They are kept as their documents give them, so it is
// a failure if they turn out right: then the record is not of the document. Every unsound design of the catalogue needs
// its prediction here.
#pragma once

#include <string_view>

#include "queues/tests/contract_items.hpp"

namespace schedlab::contract {

// Head and tail overlap: the first push moves the head past the item.
template <class Queue, class Item>
violation push_moves_the_head() {
  Queue queue(4);
  Item item{};
  if (queue.try_push(make_item<Item>(1)) != push_status::ok) return "the first push failed";
  for (int i = 0; i < 100; ++i) {
    if (queue.try_pop(item) != pop_status::empty) return "the pop after one push did not say empty";
  }
  return {};
}

// Priority 0 and slot 0 make the entry 0, which means "no entry": the item and all behind it are never seen again.
template <class Queue, class Item>
violation entry_zero_is_no_entry() {
  Queue queue(4);
  Item item{};
  if (queue.try_push(make_item<Item>(0)) != push_status::ok) return "the push of slot 0 failed";
  if (queue.try_push(make_item<Item>(1)) != push_status::ok) return "the push behind it failed";
  for (int i = 0; i < 100; ++i) {
    if (queue.try_pop(item) != pop_status::empty) return "a pop behind slot 0 did not say empty";
  }
  return {};
}

template <class Deque, class Item>
class unsigned_deque {
 public:
  static violation all() {
    for (const auto check : {pop_on_empty, push_pop_push, push_steal_pop, more_than_slots}) {
      if (violation found = check()) return found;
    }
    return {};
  }

 private:
  // bottom becomes 2^64 - 1: the pop gives an item that was never pushed, and thieves never see the next one.
  static violation pop_on_empty() {
    Deque deque(4);
    auto owner = attach(deque, owner_role{});
    auto thief = attach(deque, thief_role{});
    Item item{};
    if (owner.try_pop(item) != pop_status::ok) return "a pop on empty did not give an item";
    if (owner.try_push(make_item<Item>(1)) != push_status::ok) return "the push after it failed";
    if (thief.steal(item) != steal_status::empty) return "the push after a pop on empty was not lost";
    return {};
  }

  // The pop of the last item moves top without restoring bottom.
  static violation push_pop_push() {
    Deque deque(4);
    auto owner = attach(deque, owner_role{});
    auto thief = attach(deque, thief_role{});
    Item item{};
    if (owner.try_push(make_item<Item>(1)) != push_status::ok) return "the first push failed";
    if (owner.try_pop(item) != pop_status::ok) return "its pop failed";
    if (owner.try_push(make_item<Item>(2)) != push_status::ok) return "the second push failed";
    if (thief.steal(item) != steal_status::empty) return "the steal after push, pop, push saw the item";
    return {};
  }

  static violation push_steal_pop() {
    Deque deque(4);
    auto owner = attach(deque, owner_role{});
    auto thief = attach(deque, thief_role{});
    Item stolen{};
    Item popped{};
    if (owner.try_push(make_item<Item>(1)) != push_status::ok) return "the push failed";
    if (thief.steal(stolen) != steal_status::ok) return "the steal failed";
    if (owner.try_pop(popped) != pop_status::ok) return "the pop after the steal said empty, as it should";
    if (id_of(stolen) != id_of(popped)) return "the pop after the steal gave something else";
    return {};
  }

  // Two slots, three pushes: item 3 overwrites item 1 and comes out in its place too.
  static violation more_than_slots() {
    Deque deque(2);
    auto owner = attach(deque, owner_role{});
    for (const std::uint64_t id : {1u, 2u, 3u}) {
      if (owner.try_push(make_item<Item>(id)) != push_status::ok) return text("push ", id, " was refused");
    }
    for (const std::uint64_t expected : {3u, 2u, 3u}) {
      Item item{};
      if (owner.try_pop(item) != pop_status::ok) return text("the pop of ", expected, " failed");
      if (id_of(item) != expected) return text("got ", id_of(item), " where ", expected, " was predicted");
    }
    return {};
  }
};

template <class Design, class Item>
violation fails_as_predicted() {
  constexpr std::string_view name = Design::traits.name;
  if constexpr (name == "vyukov_ring_as_written") {
    return push_moves_the_head<Design, Item>();
  } else if constexpr (name == "wpol_queue_as_written") {
    return entry_zero_is_no_entry<Design, Item>();
  } else if constexpr (name == "chase_lev_deque_as_written") {
    return unsigned_deque<Design, Item>::all();
  } else if constexpr (name == "xenium_kirsch") {
    return {};  // one thread alone does not see it: queues/tests/xenium_kirsch_test.cpp holds up a second
  } else {
    return text(name, " says that it is unsound: add what it does wrong to queues/tests/defects.hpp");
  }
}

}  // namespace schedlab::contract
