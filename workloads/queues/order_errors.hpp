// Every thread pushes an item and pops one, over and over, on a queue that holds 1024 items, and logs what it did: how far
// does the order stray? An item counts when it is popped; its time includes the ticket and the log.
//
// After each operation a thread takes a ticket from one counter that all share; the logs, put together by ticket, are
// replayed afterwards (rank_errors.hpp). A log is full after 100,000 operations; the replay ends there.
#pragma once

#include <atomic>

#include "workloads/apart.hpp"
#include "workloads/queues/checksum.hpp"
#include "workloads/queues/fill.hpp"
#include "workloads/queues/operation_log.hpp"
#include "workloads/queues/per_thread.hpp"

namespace schedlab {

template <class Queue>
class order_errors {
 public:
  static constexpr std::uint64_t items_inside = 1024;

  order_errors(std::size_t capacity, unsigned threads)
      : queue_(capacity),
        threads_(threads),
        wrong_(refusal(fill(queue_, items_inside), items_inside)),
        sides_(threads) {}

  unsigned threads() const { return threads_; }
  std::string role(unsigned thread) const { return "pairs " + std::to_string(thread); }
  bool counted(unsigned) const { return true; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    auto handle = queue_.both();
    side& mine = sides_[thread];
    std::uint64_t next = items_inside + thread;
    const auto logged = [&](std::uint64_t item, bool pushed) {
      // relaxed: only the order of the tickets counts.
      const std::uint64_t ticket = next_ticket_.fetch_add(1, std::memory_order_relaxed);
      if (mine.logged == log_length) return;
      mine.log[static_cast<std::size_t>(mine.logged++)] = {ticket, static_cast<std::uint32_t>(item),
                                                           rank_by_priority(Queue::priorities, item), pushed};
    };
    const auto push = [&]() __attribute__((always_inline)) {
      const std::uint64_t item = next & item_mask;
      if (!push_with_priority<Queue>(handle, item)) {
        probe.push_failed();
        return false;
      }
      logged(item, true);
      mine.pushed.add(item);
      next += threads_;
      probe.succeeded();
      return true;
    };
    const auto pop = [&]() __attribute__((always_inline)) {
      typename Queue::item item{};
      if (!handle.pop(item)) {
        probe.pop_failed();
        return false;
      }
      logged(item, false);
      mine.popped.add(item);
      probe.succeeded();
      return true;
    };
    // A batch is a number of attempts, not of successes: a design that stops answering must not hang the run.
    bool holds_one = false;
    while (probe.go_on(mine.popped.count)) {
      holds_one = holds_one ? !probe.time_pop(pop) : probe.time_push(push);
      for (unsigned i = 1; i < 2 * Probe::batch; ++i) holds_one = holds_one ? !pop() : push();
    }
  }

  std::string verify() {
    if (!wrong_.empty()) return wrong_;
    tally in = first_items(items_inside);
    tally out;
    sides_.each([&](const side& part) {
      in.add(part.pushed);
      out.add(part.popped);
    });
    queue_.drain([&](std::uint64_t item) { out.add(item); });
    return difference(in, out);
  }

  // Of all threads, in no order.
  operation_log figures() const {
    operation_log all;
    for (std::uint32_t item = 0; item < items_inside; ++item) {
      all.push_back({item, item, rank_by_priority(Queue::priorities, item), true});
    }
    sides_.each([&](const side& part) { all.insert(all.end(), part.log.begin(), part.log.begin() + part.logged); });
    return all;
  }

 private:
  static constexpr std::ptrdiff_t log_length = 100'000;

  struct side {
    tally pushed;
    tally popped;
    operation_log log = operation_log(static_cast<std::size_t>(log_length));
    std::ptrdiff_t logged = 0;
  };

  Queue queue_;
  const unsigned threads_;
  const std::string wrong_;
  per_thread<side> sides_;
  alignas(apart) std::atomic<std::uint64_t> next_ticket_{items_inside};
};

}  // namespace schedlab
