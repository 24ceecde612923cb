// The contract scenario about memory that runs out: a life of a queue is lived again and again, and each time another
// one of its allocations fails, alone or with all that follow it. A failure is reported by an exception and has changed
// nothing: no item is lost, doubled or taken from its owner, nothing leaks, no lock stays taken, and the queue goes on
// working.
//
// The life is that of one thread, so an operation that waits in it would wait for ever, and an answer `contended` would
// have no reason.
#pragma once

#include <cstdio>
#include <new>

#include "queues/memory/native_memory.hpp"
#include "queues/tests/contents.hpp"
#include "queues/tests/memory_shortage.hpp"

namespace schedlab::contract {

// Native memory for a single thread: to wait for another thread would be a hang, which is an exception here.
struct lonely_memory : native_memory {
  struct waits_for_ever {};

  class mutex {
   public:
    void lock() {
      if (!try_lock()) throw waits_for_ever();
    }
    bool try_lock() {
      const bool was_taken = taken_;
      taken_ = true;
      return !was_taken;
    }
    void unlock() { taken_ = false; }
    lock_statistics statistics() const { return {}; }

   private:
    bool taken_ = false;
  };

  struct condition_variable {
    void wait(mutex&) { throw waits_for_ever(); }
    void wake_one() {}
    void wake_all() {}
  };

  static void yield() { throw waits_for_ever(); }
};

template <class Queue, class Item>
class life_in_shortage {
 public:
  // So many are inside at most: enough for several growths of everything that grows.
  static constexpr std::uint64_t crowd = 160;

  explicit life_in_shortage(memory_shortage& shortage) : shortage_(shortage) {}

  violation run() {
    Queue queue = retried([] { return Queue(capacity_from<Queue>(4)); });
    auto&& handle = retried([&]() -> decltype(auto) { return attach_alone(queue); });
    failed_before_use_ = shortage_.failures();
    if (violation found = push(handle, crowd)) return found;
    {
      auto&& taker = retried([&]() -> decltype(auto) { return attach_taker(queue); });
      if (violation found = take(taker, inside_.size() / 2)) return found;
    }
    if (violation found = push(handle, crowd / 2)) return found;
    if (violation found = take(handle, inside_.size())) return found;
    lasts_ = false;
    if (violation found = push(handle, crowd)) return text("with memory again: ", *found);
    if (violation found = take(handle, inside_.size())) return text("with memory again: ", *found);
    return {};
  }

  std::uint64_t failures_in_use() const { return shortage_.failures() - failed_before_use_; }

 private:
  static decltype(auto) attach_taker(Queue& queue) {
    return attach(queue, std::conditional_t<is_deque<Queue>, thief_role, both_role>{});
  }

  // For operations that must succeed for the life to go on: if there is no memory, the operation is tried again.
  template <class Operation>
  decltype(auto) retried(Operation operation) {
    try {
      return shortage_.during(operation);
    } catch (const std::bad_alloc&) {
    }
    return operation();
  }

  template <class Operation>
  auto tried(Operation operation) {
    return lasts_ ? shortage_.during(operation) : operation();
  }

  template <class Handle>
  violation push(Handle& handle, std::uint64_t count) {
    for (const std::uint64_t end = next_ + count; next_ < end; ++next_) {
      Item item = make_item<Item>(next_);
      push_status answer = push_status::full;
      try {
        answer = tried([&] { return handle.try_push(std::move(item)); });
      } catch (const std::bad_alloc&) {
        if (!lasts_) return text("item ", next_, " found no memory");
        // NOLINTNEXTLINE(bugprone-use-after-move): a push that throws leaves its item alone, as one that refuses it does.
        if (id_of(item) != next_) return text("the push of item ", next_, " found no memory and took the item");
        continue;
      }
      if (answer == push_status::ok) inside_.add(next_);
      const bool may_refuse = Queue::traits.bounded && answer == push_status::full;
      if (answer != push_status::ok && !may_refuse) {
        return text("the push of item ", next_, " answered ", static_cast<int>(answer), " with ", inside_.size(),
                    " inside");
      }
    }
    return {};
  }

  template <class Handle>
  violation take(Handle& handle, std::size_t count) {
    for (; count > 0; --count) {
      Item item = make_item<Item>(0);
      constexpr bool steals_it = requires { handle.steal(item); };
      bool taken = false;
      try {
        taken = tried([&] {
          if constexpr (steals_it)
            return handle.steal(item) == steal_status::ok;
          else
            return handle.try_pop(item) == pop_status::ok;
        });
      } catch (const std::bad_alloc&) {
        return text("to take an item out needed memory");
      }
      if (!taken) return text(inside_.size(), " items are inside, and none came out");
      if (violation found = inside_.remove(id_of(item), is_deque<Queue> && !steals_it)) return found;
    }
    return {};
  }

  memory_shortage& shortage_;
  contents inside_{Queue::traits};
  std::uint64_t next_ = 0;
  std::uint64_t failed_before_use_ = 0;
  bool lasts_ = true;
};

// `held` returns how many blocks of memory the calling thread has.
template <class Queue, class Item>
class lives_in_shortage {
 public:
  explicit lives_in_shortage(std::int64_t (*held)()) : held_(held) {}

  violation run() {
    using lasting = memory_shortage::lasting;
    for (const lasting how_long : {lasting::once, lasting::from_then_on}) {
      bool struck = true;
      for (std::uint64_t nth = 1; struck; ++nth) {
        memory_shortage shortage(nth, how_long);
        if (const violation found = live(shortage)) {
          const char* const when = how_long == lasting::once ? "" : " and all after it";
          return text("allocation ", nth, when, " failed: ", *found);
        }
        struck = shortage.failures() > 0;
        if (struck) ++failed_;
      }
    }
    std::printf("  %s: %llu times memory ran out, %llu of them in use\n", Queue::traits.name,
                static_cast<unsigned long long>(failed_), static_cast<unsigned long long>(failed_in_use_));
    if (failed_ == 0) return "it was never seen to allocate";
    if (Queue::traits.allocates && failed_in_use_ == 0)
      return "its traits say that it allocates, but in use it did not";
    return {};
  }

 private:
  violation live(memory_shortage& shortage) {
    const std::int64_t held = held_();
    const std::int64_t alive = tracked::alive;
    try {
      life_in_shortage<Queue, Item> life(shortage);
      if (violation found = life.run()) return found;
      if (life.failures_in_use() > 0) ++failed_in_use_;
    } catch (const lonely_memory::waits_for_ever&) {
      return "somebody waits for ever: a lock was left taken";
    }
    if (tracked::alive != alive) return text(tracked::alive - alive, " items were not destroyed");
    // Libraries free later, and keep some memory for good, so their blocks tell nothing.
    const bool tells = Queue::traits.kind == design_kind::own;
    if (tells && held_() != held) return text(held_() - held, " blocks of memory were not given back");
    return {};
  }

  std::int64_t (*const held_)();
  std::uint64_t failed_ = 0;
  std::uint64_t failed_in_use_ = 0;
};

template <class Queue, class Item>
violation memory_runs_out(std::int64_t (*held)()) {
  return lives_in_shortage<Queue, Item>(held).run();
}

}  // namespace schedlab::contract
