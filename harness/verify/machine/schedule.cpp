#include "harness/verify/machine/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace schedlab::verify {
namespace {

constexpr unsigned flush_of = most_threads;  // candidates from this number on are the buffers of the threads

}  // namespace

schedule::ending schedule::execute(program& explored, const machine_options& options, choice_sequence& choices,
                                   visited_states* visited) {
  begin(explored, options, choices, visited);
  fibers_.start(outside_thread, memory_.heap().stack(outside_thread), model_heap::stack_bytes, [this] {
    run_outside();
    return fibers::caller;
  });
  fibers_.hand_over(fibers::caller, outside_thread);
  fibers_.drop_exceptions();
  explored_ = nullptr;
  return ending_;
}

void schedule::begin(program& explored, const machine_options& options, choice_sequence& choices,
                     visited_states* visited) {
  explored_ = &explored;
  options_ = options;
  choices_ = &choices;
  visited_ = visited;
  choices.rewind();
  thread_count_ = unfinished_ = explored.threads();
  for (unsigned t = 0; t < thread_count_; ++t) threads_[t] = {};
  threads_[outside_thread] = {};
  preemptions_ = step_count_ = longest_operation_ = 0;
  failures_left_ = options.spurious_failures;
  wakes_left_ = options.spurious_wakes;
  reuses_left_ = options.reuses;
  failed_allocations_left_ = options.failed_allocations;
  changes_ = 0;
  threads_run_ = false;
  found_ = {};
  ending_ = ending::complete;
  current_ = outside_thread;
}

void schedule::run_outside() {
  explored_->set_up();
  for (unsigned t = 0; t < thread_count_; ++t) start(t);
  threads_run_ = true;
  go_on();
  threads_run_ = false;
  memory_.join_all(thread_count_);
  explored_->tear_down();
  for (const model_heap::block& b : memory_.heap().blocks()) {
    if (b.live) refute(violation_kind::leak, fmt::format("{} allocated bytes are never freed", b.bytes));
  }
}

void schedule::start(unsigned thread) {
  threads_[thread].state = standing::ready;
  threads_[thread].chosen = true;
  memory_.known(thread).join(memory_.known(outside_thread));
  fibers_.start(thread, memory_.heap().stack(thread), model_heap::stack_bytes, [this, thread] {
    explored_->run(thread);
    threads_[thread].state = standing::finished;
    --unfinished_;
    somebody_changed_something();
    current_ = pick_next();
    return current_;
  });
}

void schedule::leave(ending how) {
  ending_ = how;
  fibers_.hand_over(current_, fibers::caller);
  __builtin_unreachable();
}

void schedule::refute(violation_kind kind, std::string text, complaint why) {
  found_ = {kind, why, std::move(text)};
  leave(ending::refuted);
}

bool schedule::may_run(unsigned thread) const {
  const thread_state& t = threads_[thread];
  switch (t.state) {
    case standing::ready:
    case standing::asleep_for_a_time:
      return true;
    case standing::yielded:
      return t.changes_at_pause != changes_;
    case standing::blocked:
    case standing::asleep:
    case standing::finished:
      return false;
  }
  return false;
}

void schedule::go_on() {
  const unsigned self = current_;
  const unsigned next = pick_next();
  if (next == self) return;
  current_ = next;
  threads_[next].steps_alone = 0;
  fibers_.hand_over(self, next);
}

// The threads that may run, with the current one first if it goes on, and the buffers that may give up a store.
[[gnu::always_inline]] inline unsigned schedule::candidates(std::array<unsigned, 2 * most_threads>& found,
                                                            bool goes_on) const {
  unsigned count = 0;
  if (goes_on) found[count++] = current_;
  const bool may_preempt = !goes_on || preemptions_ < options_.preemptions;
  for (unsigned t = 0; may_preempt && t < thread_count_; ++t) {
    if ((t != current_ || !goes_on) && may_run(t)) found[count++] = t;
  }
  const bool somebody_can = count > 0;
  for (unsigned t = 0; somebody_can && wakes_left_ > 0 && may_preempt && t < thread_count_; ++t) {
    if (threads_[t].state == standing::asleep) found[count++] = t;
  }
  for (unsigned t = 0; memory_.is_buffered() && t < thread_count_; ++t) {
    if (memory_.strong().has_buffered(t)) found[count++] = flush_of + t;
  }
  return count;
}

unsigned schedule::pick_next() {
  for (;;) {
    std::array<unsigned, 2 * most_threads> found;
    const bool goes_on = may_run(current_) && threads_[current_].state != standing::asleep_for_a_time;
    const unsigned count = candidates(found, goes_on);
    if (count == 0) {
      if (unfinished_ == 0) return outside_thread;
      nobody_can_run();
      continue;
    }
    // This is done even if only one thread may go on: the store that it reads may still be a choice.
    if (visited_ != nullptr && !choices_->replaying() && !visited_->enter(state(), preemptions_)) {
      leave(ending::seen_before);
    }
    const unsigned chosen = count > 1 ? found[pick(count, current_)] : found[0];
    if (chosen >= flush_of) {
      flush(chosen - flush_of);
      continue;
    }
    if (goes_on && chosen != current_) ++preemptions_;
    if (threads_[chosen].state == standing::asleep) {
      --wakes_left_;
      threads_[chosen].state = standing::ready;
    }
    return chosen;
  }
}

unsigned schedule::pick(unsigned count, std::uint32_t signature) {
  const std::uint64_t here = mix(threads_[current_].observed, signature + step_count_);
  const unsigned chosen = choices_->choose(count, static_cast<std::uint32_t>(here));
  if (choices_->diverged()) {
    refute(violation_kind::cannot_explore,
           fmt::format("the same choices led to another place at step {}: the program depends on something else than "
                       "its memory policy (a clock, a random number, a variable that outlives an execution)",
                       step_count_));
  }
  return chosen;
}

void schedule::flush(unsigned thread) {
  const auto [at, value] = memory_.strong().flush_one(thread);
  somebody_changed_something();
  const atomic_location& location = memory_.atomics()[at];
  if (!recorder_.recording() || location.address == nullptr) return;
  recorder_.add({.kind = step_kind::flush,
                 .thread = static_cast<std::uint8_t>(thread),
                 .size = location.size,
                 .address = location.address,
                 .written = value});
}

// All threads that are left wait: for a change by another thread, for a mutex, or to be woken.
void schedule::nobody_can_run() {
  bool somebody_spins = false;
  for (unsigned t = 0; t < thread_count_; ++t) {
    thread_state& waiting = threads_[t];
    if (waiting.state != standing::yielded) continue;
    if (memory_.is_weak()) memory_.weak().see_everything(t);
    if (waiting.idle_rounds < most_idle_rounds) {
      waiting.state = standing::ready;
      somebody_spins = true;
    }
  }
  if (somebody_spins) return;
  const bool all_asleep = std::none_of(threads_.begin(), threads_.begin() + thread_count_,
                                       [](const thread_state& t) { return t.state == standing::yielded; });
  refute(
      all_asleep ? violation_kind::deadlock : violation_kind::livelock,
      (all_asleep ? "nobody can go on: " : "nobody will ever change what the others wait for: ") + standing_of_all());
}

std::string schedule::standing_of_all() const {
  std::string text;
  for (unsigned t = 0; t < thread_count_; ++t) {
    const thread_state& s = threads_[t];
    if (s.state == standing::finished) continue;
    const char* doing = s.state == standing::blocked   ? "waits for a mutex"
                        : s.state == standing::yielded ? "spins"
                        : s.state == standing::ready   ? "stands in the middle"
                                                       : "sleeps and nobody wakes it";
    text += fmt::format("{}thread {} {}", text.empty() ? "" : ", ", t, doing);
  }
  return text;
}

// Only visible steps count for an operation, however many points of the schedule there are.
void schedule::count_step(bool visible) {
  thread_state& t = threads_[current_];
  ++step_count_;
  t.operation_steps += visible ? 1 : 0;
  longest_operation_ = std::max(longest_operation_, t.operation_steps);
  if (step_count_ > options_.most_steps) {
    refute(violation_kind::livelock, fmt::format("{} steps, and no end: {}", options_.most_steps, standing_of_all()));
  }
  if (options_.wait_free_steps != 0 && t.in_operation && t.operation_steps > options_.wait_free_steps) {
    refute(violation_kind::not_wait_free,
           fmt::format("an operation of thread {} takes more than {} steps", current_, options_.wait_free_steps));
  }
  if (options_.claims_lock_free && t.in_operation && visible && ++t.steps_alone > options_.most_steps_alone) {
    check_progress(t);
  }
}

// Counts steps before the threads begin and after they have ended: an endless operation there would hang the checker.
void schedule::count_step_outside() {
  if (++threads_[outside_thread].operation_steps <= options_.most_steps) return;
  refute(violation_kind::livelock, fmt::format("{} the threads, an operation takes more than {} steps: it does not end",
                                               unfinished_ > 0 ? "before" : "after", options_.most_steps));
}

// The thread has run alone for long enough to be done. It is a fault if it is not, unless it waits for a store: a store
// leaves its buffer in time, even if its thread does nothing more.
void schedule::check_progress(thread_state& mine) {
  bool waited_for_a_buffer = false;
  for (unsigned other = 0; memory_.is_buffered() && other < thread_count_; ++other) {
    for (; other != current_ && memory_.strong().has_buffered(other); waited_for_a_buffer = true) flush(other);
  }
  if (waited_for_a_buffer) {
    mine.steps_alone = 0;
  } else if (unfinished_ > 1) {
    refute(violation_kind::not_lock_free,
           fmt::format("thread {} goes {} steps alone and does not finish, while the others stand still", current_,
                       options_.most_steps_alone));
  }
}

void schedule::before_access(bool visible) {
  if (alone()) return count_step_outside();
  if (visible || options_.naive) {
    count_step(visible);
    // A thread that was chosen to begin, or to go on after a pause, was chosen for this access.
    if (!std::exchange(threads_[current_].chosen, false)) go_on();
  }
  observe(1);  // counts the step, even if there is nothing to see
  if (operations_.awaits_first_access(current_)) place_operation();
}

void schedule::pause() {
  if (alone()) return count_step_outside();
  thread_state& t = threads_[current_];
  if (t.operation_steps == t.steps_at_pause) return;  // several pauses in a row count as one
  t.steps_at_pause = t.operation_steps;
  const bool nothing_new = t.changes_at_pause == changes_ && t.paused;
  t.idle_rounds = nothing_new ? static_cast<std::uint8_t>(t.idle_rounds + 1) : 0;
  t.changes_at_pause = changes_;
  t.paused = true;
  note(step_kind::pause, nullptr, 0, order::relaxed, {});
  if (!options_.claims_lock_free) {
    t.state = standing::yielded;
    go_on();
    t.state = standing::ready;
    t.chosen = true;
    return;
  }
  if (t.idle_rounds > 0 && memory_.is_weak()) memory_.weak().see_everything(current_);
  if (t.idle_rounds >= most_idle_rounds && unfinished_ > 1) {
    refute(violation_kind::not_lock_free,
           fmt::format("thread {} spins until another one moves, while the others stand still", current_));
  }
}

void schedule::operation_begins() {
  thread_state& t = threads_[current_];
  t.operation_steps = t.steps_alone = 0;
  t.steps_at_pause = no_limit;
  t.in_operation = true;
  if (alone()) place_operation();
}

void schedule::place_operation() {
  const bool stores_are_seen_at_once = memory_.model() == memory_model::sc || alone();
  const placed_operation& begun =
      operations_.place(current_, stores_are_seen_at_once ? nullptr : &memory_.known(current_));
  observe(begun.predecessors);
  if (!recorder_.recording()) return;
  recorder_.add({.kind = step_kind::begin, .thread = begun.call.thread, .done = begun.call});
}

void schedule::wait_for_mutex(const void* mutex) {
  thread_state& t = threads_[current_];
  t.state = standing::blocked;
  t.waits_for = mutex;
  go_on();
  t.waits_for = nullptr;
}

void schedule::mutex_is_free(const void* mutex) {
  for (unsigned t = 0; t < thread_count_; ++t) {
    if (threads_[t].state == standing::blocked && threads_[t].waits_for == mutex) threads_[t].state = standing::ready;
  }
}

bool schedule::sleep_on(const void* at, bool for_a_time) {
  thread_state& t = threads_[current_];
  t.state = for_a_time ? standing::asleep_for_a_time : standing::asleep;
  t.woken = false;
  t.waits_for = at;
  go_on();
  t.state = standing::ready;
  t.chosen = true;
  t.waits_for = nullptr;
  return t.woken;
}

unsigned schedule::sleepers_on(const void* at, std::array<unsigned, most_threads>& sleepers) const {
  unsigned found = 0;
  for (unsigned t = 0; t < thread_count_; ++t) {
    const thread_state& s = threads_[t];
    const bool asleep = s.state == standing::asleep || s.state == standing::asleep_for_a_time;
    if (asleep && s.waits_for == at) sleepers[found++] = t;
  }
  return found;
}

void schedule::wake(unsigned thread) {
  threads_[thread].woken = true;
  threads_[thread].state = standing::ready;
  somebody_changed_something();
}

std::uint64_t schedule::state() const {
  unfinished_threads_.clear();
  std::uint64_t sum = options_.preemptions == no_limit ? 0 : current_ + 1;
  for (unsigned t = 0; t < thread_count_; ++t) {
    const thread_state& s = threads_[t];
    sum = mix(sum, s.observed);
    if (s.state == standing::finished) continue;
    unfinished_threads_.push_back(t);
    const std::uint64_t wait = s.waits_for == nullptr ? 0 : memory_.identity(s.waits_for);
    sum = mix(sum, wait << 8 | static_cast<std::uint64_t>(s.state) << 2 | (may_run(t) ? 1u : 0u) | (s.woken ? 2u : 0u));
    sum = mix(sum, s.idle_rounds);
  }
  sum = mix(sum, failed_allocations_left_ << 24 | reuses_left_ << 16 | failures_left_ << 8 | wakes_left_);
  return mix(sum, memory_.hash(thread_count_, unfinished_threads_));
}

}  // namespace schedlab::verify
