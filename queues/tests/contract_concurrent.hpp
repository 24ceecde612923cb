// Contract scenarios for many threads around one queue: every item arrives exactly once and in its producer's order,
// and a strong design never says full or empty when it cannot be. Each returns what was violated, or nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include "queues/tests/contents.hpp"
#include "queues/tests/deliveries.hpp"
#include "queues/tests/team.hpp"

namespace schedlab::contract {

using test_clock = std::chrono::steady_clock;

struct crowd {
  unsigned producers = 1;
  unsigned consumers = 1;
  std::uint64_t items = 1'000'000 / slowdown;  // by all producers together
  std::size_t capacity = 1024;
  std::chrono::milliseconds time_box{1000};  // if there are more threads than cores, producers stop then
  bool boxed = producers + consumers > std::thread::hardware_concurrency();

  std::string name() const { return text(producers, "p", consumers, "c, capacity ", capacity); }
};

// After some failures in a row the thread that could help probably needs the core.
class patience {
 public:
  void succeeded() { failures_ = 0; }
  void failed() {
    if (++failures_ % 16 == 0) std::this_thread::yield();
  }
  unsigned failures() const { return failures_; }

 private:
  unsigned failures_ = 0;
};

// One run of a crowd: producers push their items in order, consumers note what they get until the producers have ended
// and the queue stays empty for a while; the rest is taken when all have ended, and then the queue must still work.
template <class Queue, class Item>
class exchange {
 public:
  explicit exchange(const crowd& who)
      : crowd_(who), queue_(who.capacity), record_(who.producers, who.consumers), working_producers_(who.producers) {}

  violation run() {
    began_ = test_clock::now();
    run_team(crowd_.producers + crowd_.consumers, [this](unsigned member) {
      if (member < crowd_.producers) {
        produce(member);
      } else {
        consume(record_.received[member - crowd_.producers]);
      }
    });
    {
      auto&& handle = attach(queue_, consumer_role{});
      drain(handle, record_.rest);
    }
    if (record_.total() < crowd_.items) {
      std::printf("  %s %s: %llu of %llu items within the time box\n", Queue::traits.name, crowd_.name().c_str(),
                  static_cast<unsigned long long>(record_.total()), static_cast<unsigned long long>(crowd_.items));
    }
    const bool in_order = Queue::traits.strictly_ordered();
    if (const violation found = judged(record_, in_order)) return text(crowd_.name(), ": ", *found);
    if (stuck_) return text(crowd_.name(), ": a push was refused for 10 s");
    return still_works();
  }

 private:
  void produce(unsigned producer) {
    auto&& handle = attach(queue_, producer_role{});
    const std::uint64_t share = crowd_.items / crowd_.producers + (producer < crowd_.items % crowd_.producers ? 1 : 0);
    std::uint64_t number = 0;
    auto last_success = began_;
    for (patience waits; number < share;) {
      if (handle.try_push(make_item<Item>(id_from(producer, number))) == push_status::ok) {
        ++number;
        waits.succeeded();
        if (number % 256 == 0) {
          last_success = test_clock::now();
          if (time_is_up(last_success)) break;
        }
        continue;
      }
      waits.failed();
      if (waits.failures() % 1024 != 0) continue;
      const auto now = test_clock::now();
      if (time_is_up(now)) break;
      if (now - last_success > std::chrono::seconds(10)) {
        stuck_ = true;
        break;
      }
    }
    record_.pushed[producer] = number;
    working_producers_.fetch_sub(1);
  }

  void consume(std::vector<std::uint64_t>& received) {
    auto&& handle = attach(queue_, consumer_role{});
    received.reserve(crowd_.items);
    Item item{};
    for (patience waits; waits.failures() < 64 || working_producers_.load() > 0;) {
      if (handle.try_pop(item) == pop_status::ok) {
        received.push_back(id_of(item));
        waits.succeeded();
      } else {
        waits.failed();
      }
    }
  }

  // A weak design may say empty a few times, and no correct one gives more than it got.
  template <class Handle>
  void drain(Handle& handle, std::vector<std::uint64_t>& received) {
    Item item{};
    for (patience waits; waits.failures() < 64 && received.size() < 2 * crowd_.items;) {
      if (handle.try_pop(item) == pop_status::ok) {
        received.push_back(id_of(item));
        waits.succeeded();
      } else {
        waits.failed();
      }
    }
  }

  violation still_works() {
    contents inside(Queue::traits);
    auto&& handle = attach(queue_, both_role{});
    for (std::uint64_t id = 0; id < crowd_.capacity; ++id) {
      if (handle.try_push(make_item<Item>(id)) != push_status::ok) {
        return text(crowd_.name(), ": afterwards it takes only ", id, " items");
      }
      inside.add(id);
    }
    Item item{};
    while (!inside.empty()) {
      if (handle.try_pop(item) != pop_status::ok) {
        return text(crowd_.name(), ": afterwards it loses ", inside.size(), " items");
      }
      if (const violation found = inside.remove(id_of(item))) return text(crowd_.name(), ": afterwards: ", *found);
    }
    return {};
  }

  bool time_is_up(test_clock::time_point now) const { return crowd_.boxed && now - began_ > crowd_.time_box; }

  const crowd crowd_;
  Queue queue_;
  deliveries record_;
  std::atomic<unsigned> working_producers_;
  std::atomic<bool> stuck_{false};
  test_clock::time_point began_;
};

template <class Queue, class Item>
violation exactly_once(crowd who) {
  who.capacity = capacity_from<Queue>(who.capacity);
  return exchange<Queue, Item>(who).run();
}

struct wrong_answers {
  std::uint64_t empty = 0;
  std::uint64_t full = 0;
};

// `items` circulate: each thread takes one out and puts one in. While there are at least as many items as threads the
// queue is never empty for a pop, and with items <= capacity never full for a push. Counts answers that say so all the
// same.
template <class Queue, class Item>
wrong_answers circulate(unsigned threads, std::size_t items, std::size_t capacity, std::uint64_t rounds,
                        std::chrono::milliseconds time_box) {
  Queue queue(capacity_from<Queue>(capacity));
  {
    auto&& handle = attach(queue, producer_role{});
    for (std::uint64_t id = 0; id < items; ++id) {
      if (handle.try_push(make_item<Item>(id)) != push_status::ok) return {.full = 1};
    }
  }
  std::atomic<std::uint64_t> wrongly_empty{0};
  std::atomic<std::uint64_t> wrongly_full{0};
  const auto end = test_clock::now() + time_box;
  run_team(threads, [&](unsigned) {
    auto&& handle = attach(queue, both_role{});
    Item item{};
    for (std::uint64_t round = 0; round < rounds / threads; ++round) {
      for (pop_status answer = handle.try_pop(item); answer != pop_status::ok; answer = handle.try_pop(item)) {
        if (answer == pop_status::empty) ++wrongly_empty;
        if (test_clock::now() > end) return;
      }
      for (push_status answer = handle.try_push(std::move(item)); answer != push_status::ok;
           // NOLINTNEXTLINE(bugprone-use-after-move): the contract leaves a refused item alone.
           answer = handle.try_push(std::move(item))) {
        if (answer == push_status::full) ++wrongly_full;
        if (test_clock::now() > end) return;
      }
      if (round % 64 == 0 && test_clock::now() > end) return;
    }
  });
  return {.empty = wrongly_empty, .full = wrongly_full};
}

// A strong design may not give such answers.
template <class Queue, class Item>
violation never_wrongly_full_or_empty(unsigned threads, std::size_t items, std::size_t capacity, std::uint64_t rounds) {
  const auto [empty, full] = circulate<Queue, Item>(threads, items, capacity, rounds, std::chrono::milliseconds(500));
  if (empty == 0 && full == 0) return {};
  return text(threads, " threads, ", items, " items, capacity ", capacity, ": said empty ", empty, " times, full ",
              full, " times, and was neither");
}

}  // namespace schedlab::contract
