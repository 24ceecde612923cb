// Queues that are broken on purpose, once in a hundred thousand operations: the mutex queue behind a fault. They prove
// that the contract scenarios, and the watching over a run, find what they are there for. Linked into tests only.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <type_traits>

#include "queues/mutex_queue.hpp"

namespace schedlab::broken {

inline constexpr std::uint64_t healthy_operations = 100'000;

enum class fault_kind {
  loses_one,     // a push says ok and forgets the item
  doubles_one,   // a push puts the item in twice
  reorders_one,  // a pop gives the second item before the first
  crashes,       // a pop ends the process
  hangs,         // a pop never returns
};

constexpr const char* name_of(fault_kind kind) {
  switch (kind) {
    case fault_kind::loses_one:
      return "loses_one";
    case fault_kind::doubles_one:
      return "doubles_one";
    case fault_kind::reorders_one:
      return "reorders_one";
    case fault_kind::crashes:
      return "crashes";
    case fault_kind::hangs:
      return "hangs";
  }
  return "";
}

template <class Item, class Memory, fault_kind Kind>
class faulty_queue {
 public:
  // It claims to be sound, as a faulty design would.
  static constexpr queue_traits traits{
      .name = name_of(Kind),
      .order = item_order::fifo,
      .allocates = true,
      .paper = "none: broken on purpose",
  };

  explicit faulty_queue(std::size_t expected) : queue_(expected) {}

  push_status try_push(Item&& item) {
    const std::lock_guard held(mutex_);
    const bool now = ++pushes_ % healthy_operations == 0;
    if (Kind == fault_kind::loses_one && now) {
      [[maybe_unused]] const Item forgotten(static_cast<Item&&>(item));
      return push_status::ok;
    }
    if constexpr (Kind == fault_kind::doubles_one && std::is_copy_constructible_v<Item>) {
      if (now) static_cast<void>(queue_.try_push(Item(item)));
    }
    return queue_.try_push(static_cast<Item&&>(item));
  }

  pop_status try_pop(Item& item) {
    const std::lock_guard held(mutex_);
    if (late_) {
      item = static_cast<Item&&>(*late_);
      late_.reset();
      return pop_status::ok;
    }
    const pop_status answer = queue_.try_pop(item);
    if (answer != pop_status::ok || ++pops_ < healthy_operations) return answer;
    if constexpr (Kind == fault_kind::crashes) std::abort();
    if constexpr (Kind == fault_kind::hangs) {
      for (;;) Memory::pause();
    }
    if constexpr (Kind == fault_kind::reorders_one) {
      Item first(static_cast<Item&&>(item));
      if (queue_.try_pop(item) == pop_status::ok) {
        late_.emplace(static_cast<Item&&>(first));
        pops_ = 0;
      } else {
        item = static_cast<Item&&>(first);
      }
    }
    return answer;
  }

 private:
  std::mutex mutex_;
  mutex_queue<Item, Memory> queue_;
  std::optional<Item> late_;
  std::uint64_t pushes_ = 0;
  std::uint64_t pops_ = 0;
};

template <class Item, class Memory>
using loses_one = faulty_queue<Item, Memory, fault_kind::loses_one>;
template <class Item, class Memory>
using doubles_one = faulty_queue<Item, Memory, fault_kind::doubles_one>;
template <class Item, class Memory>
using reorders_one = faulty_queue<Item, Memory, fault_kind::reorders_one>;
template <class Item, class Memory>
using crashes = faulty_queue<Item, Memory, fault_kind::crashes>;
template <class Item, class Memory>
using hangs = faulty_queue<Item, Memory, fault_kind::hangs>;

}  // namespace schedlab::broken
