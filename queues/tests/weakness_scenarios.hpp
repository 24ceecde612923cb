// Scenarios that count answers which only a weak design gives: an answer that was never true, an item that a pop does
// not find though its push is over, an order that is not kept. Each runs for a given time.
#pragma once

#include <barrier>

#include "queues/tests/contract_concurrent.hpp"

namespace schedlab::contract {

// One thread's count, which others read.
struct alignas(cache_line) shown_count {
  std::atomic<std::uint64_t> value{0};

  void add_one() { value.store(value.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
  std::uint64_t read() const { return value.load(std::memory_order_acquire); }
};

inline std::uint64_t sum(const std::vector<shown_count>& counts) {
  std::uint64_t all = 0;
  for (const shown_count& one : counts) all += one.read();
  return all;
}

class time_box {
 public:
  explicit time_box(std::chrono::milliseconds length) : end_(test_clock::now() + length) {}
  bool is_over() const { return test_clock::now() > end_; }

 private:
  const test_clock::time_point end_;
};

template <class Queue>
using pushing_role = std::conditional_t<is_deque<Queue>, owner_role, producer_role>;
template <class Queue>
using taking_role = std::conditional_t<is_deque<Queue>, thief_role, consumer_role>;

// A pop, or a thief's steal.
template <class Handle, class Item>
pop_status take(Handle& handle, Item& item) {
  if constexpr (steals<Handle, Item>) {
    const steal_status answer = handle.steal(item);
    if (answer == steal_status::ok) return pop_status::ok;
    return answer == steal_status::empty ? pop_status::empty : pop_status::contended;
  } else {
    return handle.try_pop(item);
  }
}

// More pushes are over than the one consumer has had items, so one is inside; counts answers of empty.
template <class Queue, class Item>
std::uint64_t hidden_from_the_only_consumer(unsigned producers, std::chrono::milliseconds length) {
  Queue queue(capacity_from<Queue>(64));
  std::vector<shown_count> pushed(producers);
  shown_count taken;
  std::uint64_t wrongly_empty = 0;
  const time_box time(length);
  run_team(producers + 1, [&](unsigned member) {
    if (member < producers) {
      auto&& handle = attach(queue, pushing_role<Queue>{});
      for (patience waits; !time.is_over();) {
        // Few items are inside, because otherwise the queue would never look empty.
        if (sum(pushed) > taken.read() + 1) {
          waits.failed();
        } else if (handle.try_push(make_item<Item>(1)) == push_status::ok) {
          pushed[member].add_one();
        }
      }
    } else {
      auto&& handle = attach(queue, taking_role<Queue>{});
      Item item{};
      for (patience waits; !time.is_over();) {
        const bool holds_something = sum(pushed) > taken.read();
        const pop_status answer = take(handle, item);
        if (answer == pop_status::ok) taken.add_one();
        if (answer == pop_status::empty && holds_something) ++wrongly_empty;
        if (answer != pop_status::ok) waits.failed();
      }
    }
  });
  return wrongly_empty;
}

// One thread pushes and pops in turn, and the others push once a turn. No other thread takes anything out, so after
// each push its pop should find at least that item; counts answers of empty.
template <class Queue, class Item>
std::uint64_t hidden_from_its_own_producer(std::chrono::milliseconds length) {
  Queue queue(capacity_from<Queue>(64));
  shown_count turns;
  std::uint64_t hidden = 0;
  const time_box time(length);
  run_team(3, [&](unsigned member) {
    auto&& handle = attach(queue, both_role{});
    Item item{};
    if (member == 0) {
      for (; !time.is_over(); turns.add_one()) {
        if (handle.try_push(make_item<Item>(1)) != push_status::ok) continue;
        pop_status answer = handle.try_pop(item);
        if (answer == pop_status::empty) ++hidden;
        while (answer == pop_status::ok) answer = handle.try_pop(item);
      }
    } else {
      std::uint64_t last = 0;
      for (patience waits; !time.is_over();) {
        const std::uint64_t now = turns.read();
        if (now == last || handle.try_push(make_item<Item>(1)) != push_status::ok) waits.failed();
        last = now;
      }
    }
  });
  return hidden;
}

// In every round one thread pushes and pops in turn while others pop. If its last pop says empty and an item is still
// inside when all have ended, that item was there all along.
template <class Queue, class Item>
std::uint64_t hidden_by_other_pops(std::chrono::milliseconds length) {
  constexpr unsigned threads = 3;
  Queue queue(capacity_from<Queue>(64));
  std::barrier meeting(threads);
  std::atomic<bool> last{false};
  std::uint64_t hidden = 0;
  const time_box time(length);
  run_team(threads, [&](unsigned member) {
    auto&& handle = attach(queue, both_role{});
    Item item{};
    while (!last) {
      meeting.arrive_and_wait();
      pop_status answer = pop_status::ok;
      for (unsigned i = 0; i < 16; ++i) {
        if (member == 0) (void)handle.try_push(make_item<Item>(1));
        answer = handle.try_pop(item);
      }
      meeting.arrive_and_wait();
      if (member == 0) {
        const bool left_some = handle.try_pop(item) == pop_status::ok;
        if (left_some && answer == pop_status::empty) ++hidden;
        while (handle.try_pop(item) == pop_status::ok) continue;
        last = time.is_over();
      }
      meeting.arrive_and_wait();
    }
  });
  return hidden;
}

// Fewer items are inside than there is room for, since only one thread puts any in; counts answers of full.
template <class Queue, class Item>
std::uint64_t wrongly_full_for_the_only_producer(unsigned consumers, std::chrono::milliseconds length) {
  const std::size_t capacity = capacity_from<Queue>(8);
  Queue queue(capacity);
  shown_count pushed;
  std::vector<shown_count> taken(consumers);
  std::uint64_t wrongly_full = 0;
  const time_box time(length);
  run_team(consumers + 1, [&](unsigned member) {
    if (member < consumers) {
      auto&& handle = attach(queue, taking_role<Queue>{});
      Item item{};
      for (patience waits; !time.is_over();) {
        // The queue is nearly full, because otherwise it would never look full.
        if (pushed.read() + 1 < capacity + sum(taken) || take(handle, item) != pop_status::ok) {
          waits.failed();
        } else {
          taken[member].add_one();
        }
      }
    } else {
      auto&& handle = attach(queue, pushing_role<Queue>{});
      for (patience waits; !time.is_over();) {
        const bool has_room = pushed.read() < capacity + sum(taken);
        const push_status answer = handle.try_push(make_item<Item>(1));
        if (answer == push_status::ok) pushed.add_one();
        if (answer == push_status::full && has_room) ++wrongly_full;
        if (answer != push_status::ok) waits.failed();
      }
    }
  });
  return wrongly_full;
}

// All threads push, and one of them alone takes items out. When it is told full, an item must be inside; counts pops
// that then say empty.
template <class Queue, class Item>
std::uint64_t full_and_empty(std::chrono::milliseconds length) {
  Queue queue(capacity_from<Queue>(1));
  std::uint64_t both = 0;
  const time_box time(length);
  run_team(3, [&](unsigned member) {
    auto&& handle = attach(queue, both_role{});
    Item item{};
    for (patience waits; !time.is_over();) {
      const push_status answer = handle.try_push(make_item<Item>(1));
      if (member != 0) {
        if (answer != push_status::ok) waits.failed();
      } else if (answer == push_status::full && handle.try_pop(item) == pop_status::empty) {
        ++both;
      } else {
        while (handle.try_pop(item) == pop_status::ok && !time.is_over()) continue;
      }
    }
  });
  return both;
}

// When several threads filled the queue at once: how often it took more than its capacity, and how often fewer.
struct fillings {
  std::uint64_t too_many = 0;
  std::uint64_t too_few = 0;
};

template <class Queue, class Item>
fillings fill_together(std::chrono::milliseconds length) {
  const std::size_t capacity = capacity_from<Queue>(64);
  fillings seen;
  for (const time_box time(length); !time.is_over();) {
    Queue queue(capacity);
    std::atomic<std::uint64_t> inside{0};
    run_team(3, [&](unsigned) {
      auto&& handle = attach(queue, producer_role{});
      for (push_status answer = push_status::ok; answer != push_status::full;) {
        answer = handle.try_push(make_item<Item>(1));
        if (answer == push_status::ok) ++inside;
      }
    });
    if (inside > capacity) ++seen.too_many;
    if (inside < capacity) ++seen.too_few;
  }
  return seen;
}

// Given numbers as they come out, finds how many that were pushed later came out before each.
class overtaking {
 public:
  void received(std::uint64_t number) {
    const auto overtook = [number](std::uint64_t one) { return one > number; };
    most_ = std::max(most_, static_cast<std::uint64_t>(std::count_if(ahead_.begin(), ahead_.end(), overtook)));
    ahead_.push_back(number);
    for (auto next = find_next(); next != ahead_.end(); next = find_next()) {
      ahead_.erase(next);
      ++next_;
    }
  }
  std::uint64_t most() const { return most_; }

 private:
  std::vector<std::uint64_t>::iterator find_next() { return std::find(ahead_.begin(), ahead_.end(), next_); }

  std::uint64_t next_ = 0;
  std::vector<std::uint64_t> ahead_;  // they came out though one that was pushed earlier has not
  std::uint64_t most_ = 0;
};

// Several producers push in turn, each when the one before has ended; one consumer lets a few items gather, then takes
// them. Returns the most items that came out before one that was pushed earlier.
template <class Queue, class Item>
std::uint64_t overtakers_of_one(std::chrono::milliseconds length) {
  constexpr unsigned producers = 3;
  Queue queue(capacity_from<Queue>(64));
  std::atomic<std::uint64_t> turn{0};
  overtaking seen;
  const time_box time(length);
  run_team(producers + 1, [&](unsigned member) {
    if (member < producers) {
      auto&& handle = attach(queue, producer_role{});
      for (patience waits; !time.is_over();) {
        const std::uint64_t number = turn.load();
        if (number % producers == member && handle.try_push(make_item<Item>(number)) == push_status::ok) {
          turn = number + 1;
        } else {
          waits.failed();
        }
      }
    } else {
      auto&& handle = attach(queue, consumer_role{});
      Item item{};
      std::uint64_t received = 0;
      for (patience waits; !time.is_over();) {
        if (turn.load() < received + 9 || handle.try_pop(item) != pop_status::ok) {
          waits.failed();
        } else {
          ++received;
          seen.received(id_of(item));
        }
      }
    }
  });
  return seen.most();
}

}  // namespace schedlab::contract
