// Producers push as fast as they can, consumers pop as fast as they can, with one queue between them. A thread whose
// try fails tries again. An item counts when it is popped. With a Batch above one every call moves up to that many
// items. With a time to think every thread works on something else for so long after each operation that succeeded.
#pragma once

#include <array>

#include "workloads/queues/checksum.hpp"
#include "workloads/queues/per_thread.hpp"

namespace schedlab {

template <class Queue, unsigned Batch = 1>
class mpmc {
 public:
  mpmc(std::size_t capacity, unsigned producers, unsigned consumers, unsigned think_ns = 0)
      : queue_(capacity),
        producers_(producers),
        consumers_(consumers),
        think_ns_(think_ns),
        pushed_(producers),
        popped_(consumers) {}

  unsigned threads() const { return producers_ + consumers_; }
  std::string role(unsigned thread) const {
    return thread < producers_ ? "producer " + std::to_string(thread)
                               : "consumer " + std::to_string(thread - producers_);
  }
  bool counted(unsigned thread) const { return thread >= producers_; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    if (thread < producers_) {
      pushed_[thread] = produce(probe);
    } else {
      popped_[thread - producers_] = consume(probe);
    }
  }

  std::string verify() {
    if (!Queue::keeps_items) return {};
    tally in;
    tally out;
    pushed_.each([&](std::uint64_t count) { in.add(first_items(count)); });
    popped_.each([&](const tally& part) { out.add(part); });
    queue_.drain([&](std::uint64_t item) { out.add(item); });
    return difference(in, out);
  }

 private:
  template <class Probe>
  std::uint64_t produce(Probe& probe) {
    auto handle = queue_.producer();
    std::uint64_t pushed = 0;
    const auto push = [&]() __attribute__((always_inline)) {
      const std::uint64_t accepted = push_up_to_batch(handle, pushed);
      pushed += accepted;
      accepted == 0 ? probe.push_failed() : probe.succeeded();
      return accepted != 0;
    };
    while (probe.go_on(pushed)) {
      probe.time_push(push);
      repeat(probe, push);
    }
    return pushed;
  }

  template <class Probe>
  tally consume(Probe& probe) {
    auto handle = queue_.consumer();
    tally popped;
    const auto pop = [&]() __attribute__((always_inline)) {
      const bool some = pop_up_to_batch(handle, popped);
      some ? probe.succeeded() : probe.pop_failed();
      return some;
    };
    while (probe.go_on(popped.count)) {
      probe.time_pop(pop);
      repeat(probe, pop);
    }
    return popped;
  }

  template <class Probe, class Step>
  [[gnu::always_inline]] void repeat(Probe& probe, Step& step) {
    if (think_ns_ == 0) [[likely]] {
      for (unsigned i = Batch; i < Probe::batch; i += Batch) step();
    } else {
      // Fewer steps make a batch, because each takes longer.
      for (unsigned i = Batch; i < Probe::batch / 16; i += Batch) {
        if (step()) probe.think(think_ns_);
      }
    }
  }

  template <class Handle>
  static std::uint64_t push_up_to_batch(Handle& handle, std::uint64_t next) {
    if constexpr (Batch == 1) {
      return handle.push(next & item_mask) ? 1 : 0;
    } else {
      std::array<typename Queue::item, Batch> items;
      for (auto& item : items) item = static_cast<typename Queue::item>(next++ & item_mask);
      return handle.push_batch(items.data(), Batch);
    }
  }

  template <class Handle>
  static bool pop_up_to_batch(Handle& handle, tally& popped) {
    if constexpr (Batch == 1) {
      typename Queue::item item{};
      if (!handle.pop(item)) return false;
      popped.add(item);
      return true;
    } else {
      std::array<typename Queue::item, Batch> items;
      const std::size_t received = handle.pop_batch(items.data(), Batch);
      for (std::size_t i = 0; i < received; ++i) popped.add(items[i]);
      return received != 0;
    }
  }

  Queue queue_;
  const unsigned producers_;
  const unsigned consumers_;
  const unsigned think_ns_;
  per_thread<std::uint64_t> pushed_;
  per_thread<tally> popped_;
};

}  // namespace schedlab
