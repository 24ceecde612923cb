// Contract scenarios for one thread: what a design answers when it is empty, full and anywhere between, and in which
// order things come out. Each returns what was violated, or nothing.
#pragma once

#include "queues/tests/contents.hpp"

namespace schedlab::contract {

template <class Queue, class Item>
violation starts_empty() {
  for (const std::size_t capacity : capacities<Queue>()) {
    Queue queue(capacity);
    auto&& handle = attach_alone(queue);
    Item item{};
    for (int i = 0; i < 3; ++i) {
      if (handle.try_pop(item) != pop_status::empty) return text("capacity ", capacity, ": a new queue is not empty");
    }
    // Item 0 comes first, because some encodings take it for nothing.
    for (std::uint64_t id = 0; id < 3; ++id) {
      if (handle.try_push(make_item<Item>(id)) != push_status::ok) {
        return text("capacity ", capacity, ": the push of item ", id, " to an empty queue failed");
      }
      if (handle.try_pop(item) != pop_status::ok) return text("capacity ", capacity, ": item ", id, " is lost");
      if (id_of(item) != id) return text("capacity ", capacity, ": got ", id_of(item), " instead of ", id);
      if (handle.try_pop(item) != pop_status::empty) {
        return text("capacity ", capacity, ": not empty after item ", id, " came out");
      }
    }
  }
  return {};
}

// A bounded design takes exactly as many items as its capacity says, an unbounded one any number.
template <class Queue, class Item>
violation full_then_empty() {
  for (const std::size_t capacity : capacities<Queue>()) {
    Queue queue(capacity);
    contents inside(Queue::traits);
    auto&& handle = attach_alone(queue);
    const std::uint64_t room = Queue::traits.bounded ? capacity : 3 * capacity;
    for (std::uint64_t id = 0; id < room; ++id) {
      if (handle.try_push(make_item<Item>(id)) != push_status::ok) {
        return text("capacity ", capacity, ": took only ", id, " items");
      }
      inside.add(id);
    }
    for (int i = 0; Queue::traits.bounded && i < 3; ++i) {
      Item one_more = make_item<Item>(room);
      if (handle.try_push(std::move(one_more)) != push_status::full) {
        return text("capacity ", capacity, ": took more items than that");
      }
      // NOLINTNEXTLINE(bugprone-use-after-move): the contract leaves a refused item alone.
      if (id_of(one_more) != room) return text("capacity ", capacity, ": moved from the item that it refused");
    }
    Item item = make_item<Item>(room);
    while (!inside.empty()) {
      if (handle.try_pop(item) != pop_status::ok)
        return text("capacity ", capacity, ": lost ", inside.size(), " items");
      if (const violation found = inside.remove(id_of(item))) return text("capacity ", capacity, ": ", *found);
    }
    if (handle.try_pop(item) != pop_status::empty) return text("capacity ", capacity, ": gave more than it was given");
  }
  return {};
}

// Several laps at every fill level: indices, turns and laps wrap, the oldest item stays the first to come out.
template <class Queue, class Item>
violation wraps_around() {
  for (const std::size_t capacity : capacities<Queue>()) {
    for (const std::size_t fill : {std::size_t{1}, capacity / 2, capacity - 1, capacity}) {
      if (fill == 0) continue;
      Queue queue(capacity);
      contents inside(Queue::traits);
      auto&& handle = attach_alone(queue);
      std::uint64_t pushed = 0;
      while (pushed < 5 * capacity + 3) {
        for (std::size_t i = 0; i < fill; ++i, ++pushed) {
          if (handle.try_push(make_item<Item>(pushed)) != push_status::ok) {
            return text("capacity ", capacity, ", ", fill, " at a time: no room for item ", pushed);
          }
          inside.add(pushed);
        }
        while (!inside.empty()) {
          Item item{};
          if (!take_oldest(queue, handle, item)) {
            return text("capacity ", capacity, ", ", fill, " at a time: lost ", inside.size(), " of ", pushed,
                        " items");
          }
          if (const violation found = inside.remove(id_of(item), /*youngest=*/false)) {
            return text("capacity ", capacity, ", ", fill, " at a time: ", *found);
          }
        }
      }
    }
  }
  return {};
}

// One random walk of pushes, pops and steals at one capacity, each answer compared with what is inside.
template <class Queue, class Item>
class walk_beside_model {
 public:
  explicit walk_beside_model(std::size_t capacity) : capacity_(capacity), queue_(capacity) {}

  violation run() {
    auto&& handle = attach_alone(queue_);
    const std::size_t steps = 12 * capacity_ + 400;
    for (std::size_t step = 0; step < steps; ++step) {
      // Pushes prevail for a while, then pops, so that the walk touches full and empty.
      const bool filling = step / (2 * capacity_ + 16) % 2 == 0;
      const bool pushes = random() % 8 < (filling ? 6 : 2);
      const violation found = pushes ? push(handle) : is_deque<Queue> && random() % 2 == 0 ? steal() : pop(handle);
      if (found) return text("capacity ", capacity_, ", step ", step, ": ", *found);
      if constexpr (requires { queue_.approximate_size(); }) {
        const std::size_t size = queue_.approximate_size();
        if (size != model_.size()) return text("step ", step, ": size ", size, " instead of ", model_.size());
      }
    }
    return {};
  }

 private:
  template <class Handle>
  violation push(Handle& handle) {
    const push_status answer = handle.try_push(make_item<Item>(next_id_));
    const bool room = !Queue::traits.bounded || model_.size() < capacity_;
    if (answer == push_status::full && may_refuse()) return {};
    if (answer != (room ? push_status::ok : push_status::full)) {
      return text("push answered ", static_cast<int>(answer), " with ", model_.size(), " items inside");
    }
    if (room) model_.add(next_id_++);
    return {};
  }

  template <class Handle>
  violation pop(Handle& handle) {
    Item item{};
    const pop_status answer = handle.try_pop(item);
    if (answer != (model_.empty() ? pop_status::empty : pop_status::ok)) {
      return text("pop answered ", static_cast<int>(answer), " with ", model_.size(), " items inside");
    }
    return model_.empty() ? violation{} : model_.remove(id_of(item));
  }

  violation steal() {
    if constexpr (is_deque<Queue>) {
      auto&& thief = attach(queue_, thief_role{});
      Item item{};
      const steal_status answer = thief.steal(item);
      if (answer != (model_.empty() ? steal_status::empty : steal_status::ok)) {
        return text("steal answered ", static_cast<int>(answer), " with ", model_.size(), " items inside");
      }
      return model_.empty() ? violation{} : model_.remove(id_of(item), /*youngest=*/false);
    } else {
      return {};
    }
  }

  // A relaxed and weak design may refuse near full: it may lack as many places as its order may be off.
  bool may_refuse() const {
    constexpr queue_traits traits = Queue::traits;
    return traits.bounded && traits.strength == try_strength::weak && model_.size() + traits.relaxation >= capacity_;
  }

  std::uint64_t random() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 33;
  }

  const std::size_t capacity_;
  Queue queue_;
  contents model_{Queue::traits};
  std::uint64_t next_id_ = 0;
  std::uint64_t state_ = 2;
};

template <class Queue, class Item>
violation agrees_with_model() {
  for (const std::size_t capacity : capacities<Queue>()) {
    if (violation found = walk_beside_model<Queue, Item>(capacity).run()) return found;
  }
  return {};
}

// A batch moves as many items as asked for, in order, or as many as there is room for and as there are.
template <class Queue, class Item>
violation carries_batches() {
  for (const std::size_t capacity : capacities<Queue>()) {
    Queue queue(capacity);
    std::vector<Item> in(capacity + 1);
    std::vector<Item> out(capacity + 1);
    contents inside(Queue::traits);
    std::uint64_t pushed = 0;
    for (std::size_t round = 0; round < 4 * capacity + 4; ++round) {
      const std::size_t offered = round % (capacity + 2);
      for (std::size_t i = 0; i < offered; ++i) in[i] = make_item<Item>(pushed + i);
      const std::size_t room = capacity - inside.size();
      const std::size_t taken = queue.try_push_batch(in.data(), offered);
      if (taken != std::min(room, offered)) {
        return text("capacity ", capacity, ": ", taken, " of ", offered, " went in");
      }
      for (std::size_t i = 0; i < taken; ++i) inside.add(pushed++);
      const std::size_t wanted = (3 * round + 1) % (capacity + 2);
      const std::size_t given = queue.try_pop_batch(out.data(), wanted);
      if (given != std::min(wanted, inside.size())) {
        return text("capacity ", capacity, ": ", given, " of ", wanted, " came out");
      }
      for (std::size_t i = 0; i < given; ++i) {
        if (const violation found = inside.remove(id_of(out[i]))) return text("capacity ", capacity, ": ", *found);
      }
    }
  }
  return {};
}

// Yardsticks keep no promise but to answer.
template <class Queue, class Item>
violation answers_ok() {
  Queue queue(16);
  auto&& handle = attach_alone(queue);
  Item item{};
  for (std::uint64_t id = 0; id < 100; ++id) {
    if (handle.try_push(make_item<Item>(id)) != push_status::ok) return text("push ", id, " failed");
    if (handle.try_pop(item) != pop_status::ok) return text("pop ", id, " failed");
    if constexpr (steals<Queue, Item>) {
      if (queue.steal(item) != steal_status::ok) return text("steal ", id, " failed");
    }
  }
  return {};
}

}  // namespace schedlab::contract
