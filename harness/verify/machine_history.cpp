// What the operations of an execution were, what each was told, and which were over before which began.
#include <algorithm>

#include "harness/verify/machine.hpp"

namespace schedlab::verify {

void machine::begin_operation(verb asked, std::uint64_t item) {
  thread_state& t = threads_[current_];
  const bool is_outside = current_ == outside;
  if (!is_outside && (current_ >= 4 || t.operations >= 8)) {
    refute(violation_kind::cannot_explore, "a scenario has at most 4 threads of 8 operations each");
  }
  if (is_outside && t.operations >= 32) {
    refute(violation_kind::livelock, "what is left in the structure does not come to an end");
  }
  t.operation = (is_outside ? 32 : current_ * 8) + t.operations++;
  t.operation_steps = t.steps_alone = 0;
  t.steps_at_pause = no_limit;
  t.in_operation = t.begins = true;
  operations_[t.operation].what = {asked, answer::contended, static_cast<std::uint8_t>(current_), item};
  if (alone()) place_operation();
}

// As late as it can be: what was over before the first access, was over before the operation.
void machine::place_operation() {
  thread_state& t = threads_[current_];
  t.begins = false;
  placed_operation& begun = operations_[t.operation];
  begun.predecessors = over_before_now();
  begun_ |= std::uint64_t{1} << t.operation;
  observe(begun.predecessors);
  t.answers = mix(t.answers, begun.predecessors);
  if (recording_) steps_.push_back({.kind = step_kind::begin, .thread = begun.what.thread, .done = begun.what});
}

std::uint64_t machine::over_before_now() {
  if (options_.model == memory_model::sc || alone()) return completed_;
  // Where stores take effect late, time means nothing: only what this thread can know was before.
  std::uint64_t before = completed_ & (~std::uint64_t{0} << 32);
  const clock& mine = known(current_);
  for (unsigned t = 0; t < std::min(thread_count_, 4u); ++t) {
    for (unsigned k = 0; k < 8; ++k) {
      const std::size_t id = t * 8 + k;
      if ((completed_ >> id & 1) != 0 && ended_at_[id] <= mine.of[t]) before |= std::uint64_t{1} << id;
    }
  }
  return before;
}

void machine::end_operation(answer said, std::uint64_t item) {
  thread_state& t = threads_[current_];
  if (t.begins) place_operation();
  operation& what = operations_[t.operation].what;
  what.said = said;
  what.item = item;
  completed_ |= std::uint64_t{1} << t.operation;
  if (!alone()) ended_at_[t.operation] = ++known(current_).of[current_];
  observe(mix(static_cast<std::uint64_t>(said), item));
  t.answers = mix(t.answers, mix(static_cast<std::uint64_t>(said), item));
  t.in_operation = false;
  if (recording_) steps_.push_back({.kind = step_kind::end, .thread = what.thread, .done = what});
}

void machine::forget_locals(std::uint64_t of_handle) {
  thread_state& t = threads_[current_];
  t.observed = mix(t.answers, of_handle);
}

std::vector<placed_operation> machine::history() const {
  std::vector<placed_operation> dense;
  std::array<std::uint8_t, 64> place{};
  for (std::size_t id = 0; id < 64; ++id) {
    if ((begun_ >> id & 1) == 0) continue;
    place[id] = static_cast<std::uint8_t>(dense.size());
    dense.push_back(operations_[id]);
  }
  for (placed_operation& one : dense) {
    std::uint64_t compact = 0;
    for (std::uint64_t rest = one.predecessors; rest != 0; rest &= rest - 1) {
      compact |= std::uint64_t{1} << place[static_cast<std::size_t>(__builtin_ctzll(rest))];
    }
    one.predecessors = compact;
  }
  return dense;
}

std::uint64_t machine::history_hash() const {
  std::uint64_t sum = 0;
  for (std::uint64_t rest = begun_; rest != 0; rest &= rest - 1) {
    const auto id = static_cast<std::size_t>(__builtin_ctzll(rest));
    const placed_operation& one = operations_[id];
    sum = mix(mix(sum, id), mix(one.predecessors, mix(static_cast<std::uint64_t>(one.what.said), one.what.item)));
  }
  return sum;
}

}  // namespace schedlab::verify
