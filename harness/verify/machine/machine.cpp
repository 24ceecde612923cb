#include "harness/verify/machine/machine.hpp"

#include <utility>

namespace schedlab::verify {

thread_local machine* machine::here_ = nullptr;

machine::ending machine::execute(program& explored, const machine_options& options, choice_sequence& choices,
                                 visited_states* visited) {
  machine* const outer = std::exchange(here_, this);
  memory_.reset(options.model, options.fences);
  operations_.reset();
  recorder_.begin_execution();
  constants_ = {};
  const ending ended = threads_.execute(explored, options, choices, visited);
  here_ = outer;
  return ended;
}

void machine::begin_operation(verb asked, std::uint64_t item) {
  if (!operations_.has_room(thread())) {
    if (thread() == outside_thread) {
      refute(violation_kind::livelock, "what is left in the structure does not come to an end");
    }
    refute(violation_kind::cannot_explore, "a scenario has at most 4 threads of 8 operations each");
  }
  operations_.begin(thread(), asked, item);
  threads_.operation_begins();
}

void machine::end_operation(answer said, std::uint64_t item) {
  if (operations_.awaits_first_access(thread())) threads_.place_operation();
  clock* const counted = threads_.alone() ? nullptr : &memory_.known(thread());
  const operation& what = operations_.end(thread(), said, item, counted);
  threads_.observe(mix(static_cast<std::uint64_t>(said), item));
  threads_.operation_ends();
  if (recording()) recorder_.add({.kind = step_kind::end, .thread = what.thread, .done = what});
}

void machine::show_operation(const operation& what) {
  if (!recording()) return;
  for (const step_kind kind : {step_kind::begin, step_kind::end}) {
    recorder_.add({.kind = kind, .thread = what.thread, .done = what});
  }
}

void machine::forget_locals(std::uint64_t of_handle) {
  threads_.forget_all_but(mix(operations_.hash_of_answers(thread()), of_handle));
}

}  // namespace schedlab::verify
