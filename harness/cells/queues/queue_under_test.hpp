// A design as workloads see it: handles whose operations answer yes or no, one type of item, and the same names for the
// roles of every design. The item is a number as wide as the design can carry, or another type that the caller chooses.
#pragma once

#include <type_traits>
#include <utility>

#include "queues/memory/native_memory.hpp"
#include "queues/queue.hpp"
#include "workloads/queues/priorities.hpp"

namespace schedlab {

template <template <class, class> class Design>
inline constexpr queue_traits traits_of = Design<std::uint64_t, native_memory>::traits;

template <template <class, class> class Design>
using number_item = std::conditional_t<traits_of<Design>.item == item_kind::index, std::uint32_t, std::uint64_t>;

template <template <class, class> class Design, class Item = number_item<Design>>
class queue_under_test {
 public:
  static constexpr queue_traits traits = traits_of<Design>;
  using item = Item;
  using design = Design<item, native_memory>;
  static constexpr bool is_deque = deque<design, item>;
  static constexpr priority_use priorities = [] {
    if constexpr (takes_priorities<decltype(attach(std::declval<design&>(), both_role{})), item>) {
      return traits.order == item_order::lowest_first ? priority_use::lowest_first : priority_use::highest_first;
    }
    return priority_use::none;
  }();
  static constexpr bool keeps_items = traits.kind != design_kind::yardstick || traits.order != item_order::none;

  template <class Attached>
  class handle {
   public:
    explicit handle(Attached attached) : attached_(static_cast<Attached&&>(attached)) {}

    // This is inlined, so that the design's handle may stay in registers, as it would in a program of its own.
    [[gnu::always_inline]] bool push(std::uint64_t number) {
      return attached_.try_push(static_cast<item>(number)) == push_status::ok;
    }
    bool push(std::uint64_t number, item_priority priority) {
      return attached_.try_push(static_cast<item>(number), priority) == push_status::ok;
    }
    [[gnu::always_inline]] bool pop(item& popped) { return attached_.try_pop(popped) == pop_status::ok; }
    bool steal(item& stolen) { return attached_.steal(stolen) == steal_status::ok; }
    std::size_t push_batch(const item* items, std::size_t count) { return attached_.try_push_batch(items, count); }
    std::size_t pop_batch(item* items, std::size_t count) { return attached_.try_pop_batch(items, count); }

   private:
    Attached attached_;  // a reference to the queue if the design needs no handle
  };

  template <class Protocol>
  class slot_handle {
   public:
    explicit slot_handle(Protocol& protocol) : protocol_(protocol) {}

    bool allocate(std::uint32_t& slot) { return done(protocol_.allocate(slot)); }
    bool push(std::uint32_t slot) { return done(protocol_.push(slot)); }
    bool pop(std::uint32_t& slot) { return done(protocol_.pop(slot)); }
    bool free(std::uint32_t slot) { return done(protocol_.free(slot)); }
    std::size_t size() { return protocol_.size(); }

   private:
    template <class Error>
    static bool done(Error error) {
      return error == Error::none;
    }

    Protocol& protocol_;
  };

  explicit queue_under_test(std::size_t capacity) : design_(capacity) {}

  auto producer() { return attached(producer_role{}); }
  auto consumer() { return attached(consumer_role{}); }
  auto both() { return attached(both_role{}); }
  auto owner() { return attached(owner_role{}); }
  auto thief() { return attached(thief_role{}); }
  // The handle of one thread that pushes and pops.
  auto alone() {
    if constexpr (is_deque) {
      return owner();
    } else {
      return both();
    }
  }
  // The handle of a queue with task slots.
  auto slots() {
    auto& protocol = design_.protocol();
    return slot_handle<std::remove_reference_t<decltype(protocol)>>(protocol);  // clang 14 does not deduce it here
  }

  // Pops the items that are left; no other thread may be at work.
  template <class Visit>
  void drain(Visit visit) {
    auto rest = alone();
    for (item popped{}; rest.pop(popped);) visit(popped);
  }

  design& tested() { return design_; }

 private:
  template <class Role>
  auto attached(Role role) {
    return handle<decltype(attach(design_, role))>(attach(design_, role));
  }

  design design_;
};

}  // namespace schedlab
