// What a structure promises, as a sequential machine with which a concurrent history is compared (Herlihy and Wing,
// "Linearizability: a correctness condition for concurrent objects", TOPLAS 1990): a small state, and the answers that
// an operation may get in it. Where several answers are right (any item of a bag, the front of any producer) the answer
// itself says which one was chosen, so every specification is deterministic.
//
// Values; may be used from any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/verify/history/operation.hpp"
#include "queues/queue_traits.hpp"

namespace schedlab::verify {

enum class ordering : std::uint8_t {
  fifo,
  producer_fifo,  // fifo among the items of one producer
  deque,          // the owner pushes and pops at the back, thieves steal at the front
  bag,
  highest_first,  // by priority_of(item), and equals in the order in which they went in
  lowest_first,
  free_list,  // allocate gives an item that no thread holds, free returns it
};

constexpr bool by_priority(ordering order) {
  return order == ordering::highest_first || order == ordering::lowest_first;
}

// Whether the first item comes out before the second because of their priorities.
constexpr bool more_urgent(ordering order, std::uint64_t first, std::uint64_t second) {
  if (order == ordering::highest_first) return priority_of(first) > priority_of(second);
  return order == ordering::lowest_first && priority_of(first) < priority_of(second);
}

constexpr bool puts(verb asked) { return asked == verb::push || asked == verb::free; }
constexpr bool takes(verb asked) { return !puts(asked) && asked != verb::close; }

// The items inside. It uses no heap, because histories are searched by copying states. The specification keeps the
// items in an order of its own (a bag sorted, for example), so that equal states compare equal.
class abstract_state {
 public:
  static constexpr std::size_t most_items = 64;

  struct held_item {
    std::uint64_t item;
    std::uint8_t thread;  // the thread that put it in, where that matters; else 0

    friend bool operator==(const held_item&, const held_item&) = default;
  };

  abstract_state() noexcept = default;  // the places stay uninitialised: most are never used
  abstract_state(const abstract_state& other) noexcept { *this = other; }
  abstract_state& operator=(const abstract_state& other) noexcept {
    if (this == &other) return *this;
    size_ = other.size_;
    for (std::size_t i = 0; i < size_; ++i) items_[i] = other.items_[i];
    return *this;
  }

  std::size_t size() const { return size_; }
  const held_item& operator[](std::size_t position) const { return items_[position]; }

  // False if there is no place left.
  bool insert(std::size_t position, held_item what) {
    if (size_ == most_items) return false;
    for (std::size_t i = size_++; i > position; --i) items_[i] = items_[i - 1];
    items_[position] = what;
    return true;
  }

  void erase(std::size_t position) {
    --size_;
    for (std::size_t i = position; i < size_; ++i) items_[i] = items_[i + 1];
  }

  std::uint64_t hash() const;

  friend bool operator==(const abstract_state& a, const abstract_state& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i) {
      if (a.items_[i] != b.items_[i]) return false;
    }
    return true;
  }

 private:
  std::size_t size_ = 0;
  held_item items_[most_items];
};

class specification {
 public:
  // The `size` of an unbounded design is ignored. A relaxed order is specified as a bag: how far it strays is measured,
  // not checked.
  static specification for_traits(const queue_traits& traits, std::size_t size);
  // A free list of at most `most_items` slots.
  static specification for_free_list(std::size_t slots);

  // The state with no item inside; of a free list, the state with every slot inside.
  abstract_state initial() const;

  // Whether the state allows this operation with this answer. If so, the operation changes the state; if not, the state
  // stays. `overlapped`: another operation ran during this one. At most `most_items` items can be inside.
  bool apply(abstract_state& state, const operation& done, bool overlapped) const;

  // The same for an answer that changes nothing: full, empty, contended.
  bool allows(const abstract_state& state, const operation& unchanging, bool overlapped) const;

  // Whether the answer promises nothing about the state: a lost race, an allocation that failed, or an answer that a
  // weak design may give to an overlapped operation.
  bool is_excused(const operation& done, bool overlapped) const;

  bool is_bounded() const { return capacity != 0; }
  // Whether an answer that may be wrong beside other operations still sees every item that is inside all the time.
  bool sees_finished_pushes() const { return may_report_empty_spuriously && !hides_finished_pushes; }

  ordering order = ordering::fifo;
  std::size_t capacity = 0;  // 0: unbounded
  try_strength strength = try_strength::strong;
  bool may_report_empty_spuriously = false;
  bool hides_finished_pushes = false;

 private:
  bool offers(verb asked) const;
  bool put(abstract_state& state, const operation& done) const;
  bool take(abstract_state& state, const operation& done) const;
};

}  // namespace schedlab::verify
