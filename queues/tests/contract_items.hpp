// What the contract scenarios consist of: violations, the items that they send through a queue, and the few questions
// that they ask a design before they begin. It needs no test framework, so that other tests can use the scenarios, too.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "queues/queue.hpp"
#include "queues/tests/text.hpp"

namespace schedlab::contract {

// What a design did wrong, or nothing. Scenarios return it instead of failing by themselves, so that a test can assert
// that a broken design is found out.
using violation = std::optional<std::string>;

// gcc 12 tells by a macro of its own, clang by a feature.
#if defined(__has_feature)
inline constexpr bool thread_sanitizer = __has_feature(thread_sanitizer);
inline constexpr bool address_sanitizer = __has_feature(address_sanitizer);
#else
#if defined(__SANITIZE_THREAD__)
inline constexpr bool thread_sanitizer = true;
#else
inline constexpr bool thread_sanitizer = false;
#endif
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool address_sanitizer = true;
#else
inline constexpr bool address_sanitizer = false;
#endif
#endif

// Where a sanitizer watches every access, long scenarios move so many times fewer items.
inline constexpr std::uint64_t slowdown = thread_sanitizer || address_sanitizer ? 5 : 1;

// An item that fills a cache line, every word of which must belong to the same item.
struct big_item {
  std::array<std::uint64_t, 8> words;
};
static_assert(sizeof(big_item) == 64);

inline constexpr std::uint64_t no_id = ~std::uint64_t{0};

// An item that knows how many of its kind are alive, and whether it was moved from.
class tracked {
 public:
  tracked() { ++alive; }
  explicit tracked(std::uint64_t id) : id_(id) { ++alive; }
  tracked(tracked&& other) noexcept : id_(std::exchange(other.id_, no_id)) { ++alive; }
  tracked& operator=(tracked&& other) noexcept {
    id_ = std::exchange(other.id_, no_id);
    return *this;
  }
  ~tracked() { --alive; }

  std::uint64_t id() const { return id_; }

  static inline std::int64_t alive = 0;

 private:
  std::uint64_t id_ = 0;
};

using move_only_item = std::unique_ptr<std::uint64_t>;

// An item that cannot be copied nor made of nothing, and loses its id wherever it is not aligned.
template <std::size_t Alignment>
class alignas(Alignment) demanding_item {
 public:
  explicit demanding_item(std::uint64_t id) : id_(is_aligned() ? id : no_id) {}
  demanding_item(demanding_item&& other) noexcept : id_(is_aligned() ? other.id_ : no_id) { other.id_ = no_id; }
  demanding_item& operator=(demanding_item&& other) noexcept {
    id_ = std::exchange(other.id_, no_id);
    return *this;
  }
  ~demanding_item() = default;

  std::uint64_t id() const { return id_; }

 private:
  bool is_aligned() const {
    auto address = reinterpret_cast<std::uintptr_t>(this);
    asm volatile("" : "+r"(address));  // otherwise the compiler would believe the type
    return address % Alignment == 0;
  }

  std::uint64_t id_;
};

template <class Item>
Item make_item(std::uint64_t id) {
  if constexpr (std::is_same_v<Item, big_item>) {
    big_item item;
    for (std::uint64_t i = 0; i < item.words.size(); ++i) item.words[i] = id + (i << 40);
    return item;
  } else if constexpr (std::is_same_v<Item, move_only_item>) {
    return std::make_unique<std::uint64_t>(id);
  } else if constexpr (std::is_pointer_v<Item>) {
    return reinterpret_cast<Item>(static_cast<std::uintptr_t>(id) * alignof(std::max_align_t));
  } else {
    return static_cast<Item>(id);
  }
}

// The id that the item was made of; no_id if it is torn or moved from.
template <class Item>
std::uint64_t id_of(const Item& item) {
  if constexpr (std::is_same_v<Item, big_item>) {
    for (std::uint64_t i = 0; i < item.words.size(); ++i) {
      if (item.words[i] != item.words[0] + (i << 40)) return no_id;
    }
    return item.words[0];
  } else if constexpr (std::is_same_v<Item, move_only_item>) {
    return item ? *item : no_id;
  } else if constexpr (requires { item.id(); }) {
    return item.id();
  } else if constexpr (std::is_pointer_v<Item>) {
    return reinterpret_cast<std::uintptr_t>(item) / alignof(std::max_align_t);
  } else {
    return item;
  }
}

template <class Queue>
inline constexpr bool is_deque = Queue::traits.order == item_order::deque;

// The handle of a thread that does everything that one thread may do.
template <class Queue>
decltype(auto) attach_alone(Queue& queue) {
  return attach(queue, std::conditional_t<is_deque<Queue>, owner_role, both_role>{});
}

// Takes the oldest item out, which a deque gives to its thieves.
template <class Queue, class Handle, class Item>
bool take_oldest(Queue& queue, Handle& handle, Item& item) {
  if constexpr (is_deque<Queue>) {
    auto&& thief = attach(queue, thief_role{});
    return thief.steal(item) == steal_status::ok;
  } else {
    return handle.try_pop(item) == pop_status::ok;
  }
}

// The capacities 1, 2, 4, ..., 1024 and some others, as far as the design takes them.
template <class Queue>
std::vector<std::size_t> capacities() {
  std::vector<std::size_t> chosen;
  for (const std::size_t capacity :
       {1u, 2u, 3u, 4u, 5u, 7u, 8u, 16u, 32u, 64u, 100u, 128u, 256u, 512u, 1000u, 1023u, 1024u}) {
    if (takes_capacity<Queue>(capacity)) chosen.push_back(capacity);
  }
  return chosen;
}

// The smallest capacity that the design takes, from `wanted` on.
template <class Queue>
std::size_t capacity_from(std::size_t wanted) {
  while (!takes_capacity<Queue>(wanted)) ++wanted;
  return wanted;
}

}  // namespace schedlab::contract
