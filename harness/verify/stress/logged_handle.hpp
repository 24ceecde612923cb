// A handle of the queue contract that records what it does. Numbers go in and come out, whatever the design's items are.
// One thread at a time, like the handle within.
#pragma once

#include <cstdint>
#include <type_traits>

#include "harness/verify/stress/recorder.hpp"
#include "queues/queue.hpp"

namespace schedlab::verify {

constexpr answer answer_of(push_status status) {
  if (status == push_status::ok) return answer::ok;
  return status == push_status::full ? answer::full : answer::contended;
}

constexpr answer answer_of(pop_status status) {
  if (status == pop_status::ok) return answer::ok;
  return status == pop_status::empty ? answer::empty : answer::contended;
}

constexpr answer answer_of(steal_status status) {
  if (status == steal_status::ok) return answer::ok;
  return status == steal_status::empty ? answer::empty : answer::contended;
}

// `Attached` is what attach() gave: a handle, or a reference to the queue where it needs none.
template <class Item, class Attached>
class logged_handle {
 public:
  logged_handle(Attached attached, recorder::log& log) : attached_(static_cast<Attached&&>(attached)), log_(log) {}

  answer push(std::uint64_t number) {
    return log_.record(verb::push, number, [this](std::uint64_t& item) {
      if constexpr (takes_priorities<std::remove_reference_t<Attached>, Item>) {
        return answer_of(attached_.try_push(static_cast<Item>(item), priority_of(item)));
      } else {
        return answer_of(attached_.try_push(static_cast<Item>(item)));
      }
    });
  }

  answer pop() {
    return log_.record(verb::pop, 0, [this](std::uint64_t& item) {
      Item popped{};
      const answer said = answer_of(attached_.try_pop(popped));
      item = popped;
      return said;
    });
  }

  answer steal() {
    return log_.record(verb::steal, 0, [this](std::uint64_t& item) {
      Item stolen{};
      const answer said = answer_of(attached_.steal(stolen));
      item = stolen;
      return said;
    });
  }

 private:
  Attached attached_;
  recorder::log& log_;
};

template <class Item, class Design, class Role>
auto attach_logged(Design& design, Role role, recorder::log& log) {
  return logged_handle<Item, decltype(attach(design, role))>(attach(design, role), log);
}

}  // namespace schedlab::verify
