// Contract scenarios for designs ordered by priority: the most urgent item comes out first, and the oldest among equals,
// as far as the design's traits promise; every priority there is may be used. Each returns what was violated, or nothing.
#pragma once

#include <limits>

#include "queues/tests/contract_concurrent.hpp"

namespace schedlab::contract {

// The priorities are few, so that there are equals, and include the ends of the range, where a sign or a sum goes
// wrong.
inline constexpr std::array<item_priority, 4> some_priorities{std::numeric_limits<item_priority>::min(), -1, 0,
                                                              std::numeric_limits<item_priority>::max()};

// Fills a queue with priorities in some pattern, and empties it.
template <class Queue, class Item>
violation most_urgent_first() {
  constexpr std::array patterns{"rising", "falling", "equal", "repeating", "scattered"};
  for (const std::size_t capacity : capacities<Queue>()) {
    for (std::size_t pattern = 0; pattern < patterns.size(); ++pattern) {
      Queue queue(capacity);
      contents inside(Queue::traits);
      auto&& handle = attach_alone(queue);
      const std::uint64_t room = Queue::traits.bounded ? capacity : 3 * capacity;
      for (std::uint64_t id = 0; id < room; ++id) {
        const auto number = static_cast<item_priority>(id);
        const item_priority scattered = number * 7919 % 10'007 - 5000;
        const item_priority priority =
            std::array{number, -number, -1, some_priorities[id % some_priorities.size()], scattered}[pattern];
        if (handle.try_push(make_item<Item>(id), priority) != push_status::ok) {
          return text("capacity ", capacity, ": took only ", id, " items");
        }
        inside.add(id, priority);
      }
      Item item{};
      while (!inside.empty()) {
        if (handle.try_pop(item) != pop_status::ok) {
          return text("capacity ", capacity, ", ", patterns[pattern], " priorities: lost ", inside.size(), " items");
        }
        if (const violation found = inside.remove(id_of(item))) {
          return text("capacity ", capacity, ", ", patterns[pattern], " priorities: ", *found);
        }
      }
      if (handle.try_pop(item) != pop_status::empty)
        return text("capacity ", capacity, ": gave more than it was given");
    }
  }
  return {};
}

// A random walk of pushes and pops, now and then without a priority, which means 0.
template <class Queue, class Item>
violation priorities_agree_with_model() {
  for (const std::size_t capacity : capacities<Queue>()) {
    Queue queue(capacity);
    contents inside(Queue::traits);
    auto&& handle = attach_alone(queue);
    std::uint64_t random = capacity;
    for (std::uint64_t step = 0; step < 12 * capacity + 400; ++step) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      const bool filling = step / (2 * capacity + 16) % 2 == 0;
      const bool room = !Queue::traits.bounded || inside.size() < capacity;
      if (random >> 61 < (filling ? 6 : 2) && room) {
        const std::uint64_t choice = random >> 40 & 7;
        const item_priority priority = choice < some_priorities.size() ? some_priorities[choice] : 0;
        const push_status answer = choice < some_priorities.size() ? handle.try_push(make_item<Item>(step), priority)
                                                                   : handle.try_push(make_item<Item>(step));
        if (answer != push_status::ok) return text("capacity ", capacity, ", step ", step, ": a push failed");
        inside.add(step, priority);
        continue;
      }
      Item item{};
      const pop_status answer = handle.try_pop(item);
      if (answer != (inside.empty() ? pop_status::empty : pop_status::ok)) {
        return text("capacity ", capacity, ", step ", step, ": pop answered ", static_cast<int>(answer), " with ",
                    inside.size(), " items inside");
      }
      if (inside.empty()) continue;
      if (const violation found = inside.remove(id_of(item))) {
        return text("capacity ", capacity, ", step ", step, ": ", *found);
      }
    }
  }
  return {};
}

// Producers push with random priorities while consumers take some; when all producers have ended the consumers drain the
// queue. Every item arrives once. If the design is strict, equals of one producer reach a consumer in the order of their
// pushes at any time, and in the end, when nothing is put in any more, each consumer gets the more urgent ones first.
template <class Queue, class Item>
class urgent_traffic {
 public:
  urgent_traffic(unsigned producers, unsigned consumers, std::uint64_t items)
      : producers_(producers),
        consumers_(consumers),
        items_(items),
        queue_(capacity_from<Queue>(items)),
        // To the record, those of one producer and one priority are a producer's.
        record_(producers * static_cast<unsigned>(some_priorities.size()), consumers),
        working_producers_(producers) {}

  violation run() {
    const std::string name = text(producers_, "p", consumers_, "c: ");
    run_team(producers_ + consumers_, [this](unsigned member) {
      if (member < producers_) {
        produce(member);
      } else {
        take_some(record_.received[member - producers_]);
      }
    });
    std::vector<std::size_t> before;
    for (const auto& received : record_.received) before.push_back(received.size());
    run_team(consumers_, [this](unsigned consumer) { drain(record_.received[consumer]); });
    drain(record_.rest);
    const bool strict = Queue::traits.strictly_ordered();
    if (const violation found = judged(record_, strict)) return text(name, *found);
    for (unsigned consumer = 0; strict && consumer < consumers_; ++consumer) {
      if (const violation found = falls(record_.received[consumer], before[consumer])) return text(name, *found);
    }
    return {};
  }

 private:
  static item_priority priority_of(std::uint64_t id) { return some_priorities[(id >> 28) % some_priorities.size()]; }

  void produce(unsigned producer) {
    auto&& handle = attach(queue_, producer_role{});
    std::uint64_t random = producer + 1;
    for (std::uint64_t i = 0; i < items_ / producers_; ++i) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      const auto chosen = static_cast<unsigned>((random >> 60) % some_priorities.size());
      const auto source = producer * static_cast<unsigned>(some_priorities.size()) + chosen;
      const std::uint64_t id = id_from(source, record_.pushed[source]++);
      for (patience waits; handle.try_push(make_item<Item>(id), priority_of(id)) != push_status::ok;) waits.failed();
    }
    working_producers_.fetch_sub(1);
  }

  // Takes some items, but leaves something for the end.
  void take_some(std::vector<std::uint64_t>& received) {
    auto&& handle = attach(queue_, consumer_role{});
    Item item{};
    for (patience waits; working_producers_.load() > 0 && received.size() < items_ / consumers_ / 2;) {
      if (handle.try_pop(item) == pop_status::ok) {
        received.push_back(id_of(item));
      } else {
        waits.failed();
      }
    }
  }

  void drain(std::vector<std::uint64_t>& received) {
    auto&& handle = attach(queue_, consumer_role{});
    Item item{};
    for (patience waits; waits.failures() < 64 && received.size() < 2 * items_;) {
      if (handle.try_pop(item) == pop_status::ok) {
        received.push_back(id_of(item));
        waits.succeeded();
      } else {
        waits.failed();
      }
    }
  }

  static violation falls(const std::vector<std::uint64_t>& received, std::size_t from) {
    for (std::size_t i = from + 1; i < received.size(); ++i) {
      const item_priority first = priority_of(received[i - 1]);
      const item_priority then = priority_of(received[i]);
      if (Queue::traits.order == item_order::highest_first ? first >= then : first <= then) continue;
      return text("with no push under way an item of priority ", first, " came out before one of ", then);
    }
    return {};
  }

  const unsigned producers_;
  const unsigned consumers_;
  const std::uint64_t items_;
  Queue queue_;
  deliveries record_;
  std::atomic<unsigned> working_producers_;
};

template <class Queue, class Item>
violation urgent_items_overtake(unsigned producers, unsigned consumers, std::uint64_t items) {
  return urgent_traffic<Queue, Item>(producers, consumers, items).run();
}

}  // namespace schedlab::contract
