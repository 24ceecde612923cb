// A design over checked memory, behind the interface of a subject.
#pragma once

#include <limits>
#include <new>
#include <type_traits>

#include "harness/verify/history/answers.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "harness/verify/queues/made_by_all.hpp"
#include "harness/verify/queues/queue_subject.hpp"
#include "harness/verify/subjects/owned_item.hpp"
#include "harness/verify/verdicts/checked_source.hpp"
#include "queues/memory/native_memory.hpp"
#include "queues/queue.hpp"
#include "queues/wpol/wpol_error.hpp"

namespace schedlab::verify {

template <template <class, class> class Design>
using usual_item_of = std::conditional_t<Design<std::uint64_t, checked_memory>::traits.item == item_kind::index,
                                         std::uint32_t, std::uint64_t>;

template <template <class, class> class Design, class Item = usual_item_of<Design>>
class checked_queue final : public queue_subject {
  using item = Item;
  using design = Design<item, checked_memory>;
  static constexpr queue_traits declared = design::traits;
  static constexpr bool items_are_owned = std::is_same_v<item, owned_item>;

 public:
  explicit checked_queue(const checked_source& source) : source_(source) {}

  const queue_traits& traits() const override { return declared; }
  const char* header() const override { return source_.header; }
  const char* fingerprint() const override { return source_.fingerprint; }
  bool is_deque() const override { return deque<design, item>; }
  bool has_free_list() const override { return allocates_slots<design>; }
  const queue_subject* over_owned_items() const override {
    if constexpr (declared.item == item_kind::movable && !items_are_owned) {
      static const checked_queue<Design, owned_item> same_design(source_);
      return &same_design;
    } else {
      return nullptr;
    }
  }
  const queue_subject* made_by_all() const override {
    if constexpr (requires { typename design::protocol_type; }) {
      if constexpr (declared.sound) {
        static const checked_queue<made_by_all_of<typename design::protocol_type>::template design> same_design(
            source_);
        return &same_design;
      }
    }
    return nullptr;
  }
  bool can_wait() const override { return waits<design>; }
  bool valid_capacity(std::size_t capacity) const override { return takes_capacity<design>(capacity); }
  unsigned wait_free_steps() const override {
    if constexpr (requires { design::wait_free_steps; }) {
      return design::wait_free_steps;
    } else {
      return 0;
    }
  }
  std::size_t bytes() const override { return sizeof(design); }
  std::size_t alignment() const override { return alignof(design); }
  void construct(void* place, std::size_t capacity) const override { ::new (place) design(capacity); }
  void destroy(void* place) const override { static_cast<design*>(place)->~design(); }

  // A thread that finds no memory for its handle does nothing.
  void run(void* place, role as, script& operations) const override try {
    design& tested = *static_cast<design*>(place);
    if constexpr (deque<design, item>) {
      if (as == role::thief) {
        run_as(thief_role{}, tested, operations);
      } else {
        run_as(owner_role{}, tested, operations);
      }
    } else if (as == role::producer) {
      run_as(producer_role{}, tested, operations);
    } else if (as == role::consumer) {
      run_as(consumer_role{}, tested, operations);
    } else {
      run_as(both_role{}, tested, operations);
    }
  } catch (const std::bad_alloc&) {
  }

  std::optional<std::size_t> size(void* place) const override {
    if constexpr (requires(design& d) { d.approximate_size(); }) {
      return static_cast<design*>(place)->approximate_size();
    } else {
      return std::nullopt;
    }
  }

  void describe(const void* place, field_list& fields) const override {
    if constexpr (requires(const design& d) { d.describe(fields); }) {
      static_cast<const design*>(place)->describe(fields);
    }
  }

 private:
  template <class Queue>
  static constexpr bool allocates_slots = requires(Queue& queue, std::uint32_t& slot) {
    queue.protocol().allocate(slot);
    queue.protocol().free(slot);
  };

  template <class Queue>
  static constexpr bool waits = requires(Queue& queue, item& found) {
    queue.wait_pop(found);
    queue.close();
  };

  static answer answer_of_slots(wpol_error error) {
    return error == wpol_error::none ? answer::ok : error == wpol_error::contended ? answer::contended : answer::empty;
  }

  // Between operations a thread remembers only its handle, so the handle is a part of the thread's state, byte by byte.
  // It is made in zeroed memory, because the bytes between its members must be the same in every execution.
  template <class Role>
  static void run_as(Role role, design& tested, script& operations) {
    using handle_type = decltype(attach(tested, role));
    if constexpr (std::is_reference_v<handle_type>) {
      run_through(tested, tested, operations, [] { return std::uint64_t{0}; });
    } else {
      struct place {
        alignas(handle_type) std::byte bytes[sizeof(handle_type)] = {};
        handle_type* made = nullptr;
        ~place() {
          if (made != nullptr) made->~handle_type();
        }
      } here;
      here.made = ::new (static_cast<void*>(here.bytes)) handle_type(attach(tested, role));
      run_through(*here.made, tested, operations, [&here] { return hash_of_bytes(here.bytes, sizeof(handle_type)); });
    }
  }

  template <class Handle, class Remembered>
  static void run_through(Handle& handle, design& tested, script& operations, Remembered remembered) {
    while (const planned_operation* planned = operations.next()) {
      bool found_memory = true;
      try {
        do_one(handle, tested, *planned, operations);
      } catch (const std::bad_alloc&) {
        found_memory = false;  // reported below: the report may switch threads, which must not happen in a handler
      }
      if (!found_memory) operations.done(answer::no_memory, planned->item);
      machine::here().forget_locals(remembered());
    }
  }

  template <class Handle>
  static void do_one(Handle& handle, design& tested, const planned_operation& planned, script& operations) {
    const bool wide = operations.items_are_wide;
    switch (planned.action) {
      case verb::push:
        push(handle, planned, operations);
        break;
      case verb::pop:
        if constexpr (requires(item& found) { handle.try_pop(found); }) {
          item found{};
          const pop_status status = handle.try_pop(found);
          operations.done(answer_of(status), number_of(found, answer_of(status), wide));
        }
        break;
      case verb::wait_pop:
        if constexpr (waits<design>) {
          item found{};
          const answer status = tested.wait_pop(found) ? answer::ok : answer::empty;
          operations.done(status, number_of(found, status, wide));
        }
        break;
      case verb::steal:
        if constexpr (requires(item& found) { handle.steal(found); }) {
          item found{};
          const steal_status status = handle.steal(found);
          operations.done(answer_of(status), number_of(found, answer_of(status), wide));
        }
        break;
      case verb::close:
        if constexpr (waits<design>) {
          tested.close();
          operations.done(answer::done, 0);
        }
        break;
      case verb::allocate:
      case verb::free:
        if constexpr (allocates_slots<design>) use_slots(tested, planned, operations);
        break;
      default:  // check_scenario lets no other verb through
        break;
    }
  }

  // Priorities from the least that there is to the greatest.
  static constexpr item_priority priority_given_to(std::uint64_t number) {
    constexpr std::int32_t middle = 4;
    const std::int32_t digit = priority_of(number);
    if (digit == 0) return std::numeric_limits<item_priority>::min();
    return digit == 9 ? std::numeric_limits<item_priority>::max() : digit - middle;
  }

  static constexpr unsigned half_its_bits = 4 * sizeof(item);

  static item item_of(std::uint64_t number, [[maybe_unused]] bool wide) {
    if constexpr (items_are_owned) {
      return item(number);
    } else {
      const auto narrow = static_cast<item>(number);
      return wide ? static_cast<item>(narrow | static_cast<item>(~narrow) << half_its_bits) : narrow;
    }
  }

  template <class Handle>
  static void push(Handle& handle, const planned_operation& planned, script& operations) {
    item given = item_of(planned.item, operations.items_are_wide);
    push_status status;
    try {
      status = try_push(handle, given, planned.item);
    } catch (const std::bad_alloc&) {
      if constexpr (items_are_owned) {
        if (given.is_empty()) {
          machine::here().refute(violation_kind::assertion, "a push found no memory and has taken the item");
        }
      }
      throw;
    }
    if constexpr (items_are_owned) {
      if (given.is_empty() != (status == push_status::ok)) {
        machine::here().refute(violation_kind::assertion, status == push_status::ok
                                                              ? "a push said ok and has left the item where it was"
                                                              : "a push was refused and has taken the item");
      }
    }
    operations.done(answer_of(status), planned.item);
  }

  template <class Handle>
  static push_status try_push(Handle& handle, item& given, [[maybe_unused]] std::uint64_t number) {
    if constexpr (takes_priorities<Handle, item>) {
      return handle.try_push(static_cast<item&&>(given), priority_given_to(number));
    } else if constexpr (requires { handle.try_push(static_cast<item&&>(given)); }) {
      return handle.try_push(static_cast<item&&>(given));
    } else {
      return push_status::contended;  // a thief cannot push; check_scenario lets no such scenario through
    }
  }

  // The item's number. For an item that arrived broken it is a number that was never pushed.
  static std::uint64_t number_of(const item& found, answer said, [[maybe_unused]] bool wide) {
    if (said != answer::ok) return 0;
    if constexpr (items_are_owned) {
      return found.number();
    } else {
      const auto narrow = static_cast<item>(found & ((item{1} << half_its_bits) - 1));
      return !wide ? found : found == item_of(narrow, true) ? narrow : scenario::most_items;
    }
  }

  // Writes a task's id into each slot that it owns.
  static void use_slots(design& tested, const planned_operation& planned, script& operations) {
    constexpr std::uint32_t some_task = 1000;
    auto slot = static_cast<std::uint32_t>(planned.item);
    if (planned.action == verb::free) {
      const wpol_error error = tested.protocol().free(slot);
      operations.done(answer_of_slots(error), slot);
      return;
    }
    const wpol_error error = tested.protocol().allocate(slot);
    if (error == wpol_error::none) tested.protocol().slot(slot).set_task_id(some_task);
    operations.done(answer_of_slots(error), slot);
  }

  const checked_source source_;
};

// Adds a design of the catalogue, if it can be explored, or else the reason why not.
template <template <class, class> class Design>
void add_subject(subject_registry& registry, const checked_source& source) {
  constexpr queue_traits traits = Design<std::uint64_t, native_memory>::traits;
  if constexpr (traits.kind == design_kind::own) {
    static const checked_queue<Design> only(source);
    registry.add(only);
  } else {
    registry.add_unable({traits.name, traits.kind == design_kind::peer
                                          ? "a library: its atomics are not behind the lab's memory policy"
                                          : "a yardstick: it keeps no promise that could be checked"});
  }
}

}  // namespace schedlab::verify
