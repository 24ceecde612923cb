// A design over checked memory behind the subject's interface.
#pragma once

#include <type_traits>

#include "harness/verify/checked_memory.hpp"
#include "harness/verify/checked_source.hpp"
#include "harness/verify/owned_item.hpp"
#include "harness/verify/queue_subject.hpp"
#include "queues/memory/native_memory.hpp"
#include "queues/queue.hpp"
#include "queues/wpol_error.hpp"

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
  bool valid_capacity(std::size_t capacity) const override {
    if constexpr (requires { design::valid_capacity(capacity); }) {
      return design::valid_capacity(capacity);
    } else {
      return true;
    }
  }
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

  void run(void* place, role as, script& operations) const override {
    design& tested = *static_cast<design*>(place);
    if constexpr (deque<design, item>) {
      if (as == role::thief) {
        run_through(attach(tested, thief_role{}), tested, operations);
      } else {
        run_through(attach(tested, owner_role{}), tested, operations);
      }
    } else if (as == role::producer) {
      run_through(attach(tested, producer_role{}), tested, operations);
    } else if (as == role::consumer) {
      run_through(attach(tested, consumer_role{}), tested, operations);
    } else {
      run_through(attach(tested, both_role{}), tested, operations);
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

  static answer said(push_status status) {
    return status == push_status::ok ? answer::ok : status == push_status::full ? answer::full : answer::contended;
  }
  static answer said(pop_status status) {
    return status == pop_status::ok ? answer::ok : status == pop_status::empty ? answer::empty : answer::contended;
  }
  static answer said(steal_status status) {
    return status == steal_status::ok ? answer::ok : status == steal_status::empty ? answer::empty : answer::contended;
  }
  static answer said(wpol_error error) {
    return error == wpol_error::none ? answer::ok : error == wpol_error::contended ? answer::contended : answer::empty;
  }

  template <class Handle>
  static void run_through(Handle&& handle, design& tested, script& operations) {
    // A handle that is the queue itself is a reference here.
    while (const planned_operation* planned = operations.next()) {
      switch (planned->asked) {
        case verb::push:
          push(handle, *planned, operations);
          break;
        case verb::pop:
          if constexpr (requires(item& found) { handle.try_pop(found); }) {
            item found{};
            const pop_status status = handle.try_pop(found);
            operations.done(said(status), number_of(found, said(status)));
          }
          break;
        case verb::steal:
          if constexpr (requires(item& found) { handle.steal(found); }) {
            item found{};
            const steal_status status = handle.steal(found);
            operations.done(said(status), number_of(found, said(status)));
          }
          break;
        case verb::allocate:
        case verb::free:
          if constexpr (allocates_slots<design>) use_slots(tested, *planned, operations);
          break;
        default:  // check_scenario lets none through
          break;
      }
      if constexpr (std::is_reference_v<Handle>) {
        machine::here().forget_locals(0);
      } else {
        // All that a thread remembers between operations; padding that differs only keeps equal states apart.
        machine::here().forget_locals(hash_of_bytes(&handle, sizeof handle));
      }
    }
  }

  template <class Handle>
  static void push(Handle& handle, const planned_operation& planned, script& operations) {
    item given(static_cast<item>(planned.item));
    push_status status;
    if constexpr (takes_priorities<Handle, item>) {
      status = handle.try_push(static_cast<item&&>(given), priority_of(planned.item));
    } else if constexpr (requires { handle.try_push(static_cast<item&&>(given)); }) {
      status = handle.try_push(static_cast<item&&>(given));
    } else {
      return;
    }
    if constexpr (items_are_owned) {
      if (given.is_empty() != (status == push_status::ok)) {
        machine::here().refute(violation_kind::assertion, status == push_status::ok
                                                              ? "a push said ok and has left the item where it was"
                                                              : "a push was refused and has taken the item");
      }
    }
    operations.done(said(status), planned.item);
  }

  static std::uint64_t number_of(const item& found, answer said) {
    if constexpr (items_are_owned) {
      return said == answer::ok ? found.number() : 0;
    } else {
      return found;
    }
  }

  // A slot's owner writes a task's id into it.
  static void use_slots(design& tested, const planned_operation& planned, script& operations) {
    constexpr std::uint32_t some_task = 1000;
    auto slot = static_cast<std::uint32_t>(planned.item);
    if (planned.asked == verb::free) {
      const wpol_error error = tested.protocol().free(slot);
      operations.done(said(error), slot);
      return;
    }
    const wpol_error error = tested.protocol().allocate(slot);
    if (error == wpol_error::none) tested.protocol().slot(slot).set_task_id(some_task);
    operations.done(said(error), slot);
  }

  const checked_source source_;
};

// A design of the catalogue: one that can be explored, or the reason why not.
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
