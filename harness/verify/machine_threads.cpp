// Who goes next: the threads of the machine, and the end of an execution.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/verify/machine.hpp"

namespace schedlab::verify {

thread_local machine* machine::here_ = nullptr;

machine::machine() { locations_.reserve(most_locations); }

machine::ending machine::execute(program& explored, const machine_options& options, choice_sequence& choices,
                                 visited_states* visited) {
  machine* const outer = std::exchange(here_, this);
  explored_ = &explored;
  options_ = options;
  choices_ = &choices;
  visited_ = visited;
  choices.rewind();
  heap_.reset();
  is_weak() ? weak_.reset(options.fences) : strong_.reset(options.model == memory_model::tso);
  locations_.clear();
  plain_locations_.clear();
  mutexes_.clear();
  steps_.clear();
  if (recording_) steps_.push_back({.kind = step_kind::note});  // step 0: what was before
  begun_ = completed_ = 0;
  operations_ = {};
  thread_count_ = unfinished_ = explored.threads();
  for (thread_state& t : threads_) t = {};
  preemptions_ = step_count_ = longest_operation_ = 0;
  failures_left_ = options.spurious_failures;
  wakes_left_ = options.spurious_wakes;
  changes_ = 0;
  threads_run_ = false;
  found_ = {};
  ending_ = ending::complete;
  current_ = outside;
  fibers_.start(outside, heap_.stack(outside), model_heap::stack_bytes, [this] {
    run_outside();
    return fibers::caller;
  });
  fibers_.hand_over(fibers::caller, outside);
  explored_ = nullptr;
  here_ = outer;
  return ending_;
}

void machine::run_outside() {
  explored_->set_up();
  for (unsigned t = 0; t < thread_count_; ++t) {
    threads_[t].is = standing::ready;
    threads_[t].chosen = true;
    known(t).join(known(outside));
    fibers_.start(t, heap_.stack(t), model_heap::stack_bytes, [this, t] {
      explored_->run(t);
      threads_[t].is = standing::finished;
      --unfinished_;
      somebody_changed_something();
      current_ = pick_next();
      return current_;
    });
  }
  threads_run_ = true;
  schedule();
  threads_run_ = false;
  if (is_weak()) {
    weak_.join_all(outside, thread_count_);
  } else {
    for (unsigned t = 0; t < thread_count_; ++t) known(outside).join(known(t));
  }
  explored_->tear_down();
  for (const model_heap::block& b : heap_.blocks()) {
    if (b.live) refute(violation_kind::leak, fmt::format("{} allocated bytes are never freed", b.bytes));
  }
}

void machine::leave(ending how) {
  ending_ = how;
  fibers_.hand_over(current_, fibers::caller);
  __builtin_unreachable();
}

void machine::refute(violation_kind kind, std::string text, complaint why) {
  found_ = {kind, why, std::move(text)};
  leave(ending::refuted);
}

bool machine::may_run(unsigned thread) const {
  const thread_state& t = threads_[thread];
  switch (t.is) {
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

void machine::schedule() {
  const unsigned next = pick_next();
  if (next != current_) switch_to(next);
}

void machine::switch_to(unsigned thread) {
  const unsigned self = current_;
  current_ = thread;
  threads_[thread].steps_alone = 0;
  fibers_.hand_over(self, thread);
}

unsigned machine::pick_next() {
  constexpr unsigned flush_of = most_threads;
  for (;;) {
    std::array<unsigned, 2 * most_threads> candidates;
    unsigned count = 0;
    const bool goes_on = may_run(current_) && threads_[current_].is != standing::asleep_for_a_time;
    if (goes_on) candidates[count++] = current_;
    const bool may_preempt = !goes_on || preemptions_ < options_.preemptions;
    for (unsigned t = 0; may_preempt && t < thread_count_; ++t) {
      if ((t != current_ || !goes_on) && may_run(t)) candidates[count++] = t;
    }
    const bool somebody_can = count > 0;
    for (unsigned t = 0; somebody_can && wakes_left_ > 0 && may_preempt && t < thread_count_; ++t) {
      if (threads_[t].is == standing::asleep) candidates[count++] = t;
    }
    if (options_.model == memory_model::tso) {
      for (unsigned t = 0; t < thread_count_; ++t) {
        if (strong_.has_buffered(t)) candidates[count++] = flush_of + t;
      }
    }
    if (count == 0) {
      if (unfinished_ == 0) return outside;
      nobody_can_run();
      continue;
    }
    // Also where only one thread may go on: what it reads may still be a choice.
    if (visited_ != nullptr && !choices_->replaying() && !visited_->enter(state(), preemptions_)) {
      leave(ending::seen_before);
    }
    const unsigned chosen = count > 1 ? candidates[pick(count, current_)] : candidates[0];
    if (chosen >= flush_of) {
      flush(chosen - flush_of);
      continue;
    }
    if (goes_on && chosen != current_) ++preemptions_;
    if (threads_[chosen].is == standing::asleep) {
      --wakes_left_;
      threads_[chosen].is = standing::ready;
    }
    return chosen;
  }
}

unsigned machine::pick(unsigned count, std::uint32_t signature) {
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

void machine::flush(unsigned thread) {
  const auto [at, value] = strong_.flush_one(thread);
  somebody_changed_something();
  if (!recording_) return;
  steps_.push_back({.kind = step_kind::flush,
                    .thread = static_cast<std::uint8_t>(thread),
                    .size = locations_[at].size,
                    .at = locations_[at].at,
                    .written = value});
}

// Only those are left that wait: for a change that somebody must make, for a mutex, or to be woken.
void machine::nobody_can_run() {
  bool somebody_spins = false;
  for (unsigned t = 0; t < thread_count_; ++t) {
    thread_state& waiting = threads_[t];
    if (waiting.is != standing::yielded) continue;
    if (is_weak()) weak_.see_everything(t);
    if (waiting.idle_rounds < most_idle_rounds) {
      waiting.is = standing::ready;
      somebody_spins = true;
    }
  }
  if (somebody_spins) return;
  const bool all_asleep = std::none_of(threads_.begin(), threads_.begin() + thread_count_,
                                       [](const thread_state& t) { return t.is == standing::yielded; });
  refute(
      all_asleep ? violation_kind::deadlock : violation_kind::livelock,
      (all_asleep ? "nobody can go on: " : "nobody will ever change what the others wait for: ") + standing_of_all());
}

std::string machine::standing_of_all() const {
  std::string text;
  for (unsigned t = 0; t < thread_count_; ++t) {
    const thread_state& s = threads_[t];
    if (s.is == standing::finished) continue;
    const char* how = s.is == standing::blocked   ? "waits for a mutex"
                      : s.is == standing::yielded ? "spins"
                      : s.is == standing::ready   ? "stands in the middle"
                                                  : "sleeps and nobody wakes it";
    text += fmt::format("{}thread {} {}", text.empty() ? "" : ", ", t, how);
  }
  return text;
}

void machine::count_step() {
  thread_state& t = threads_[current_];
  ++step_count_;
  ++t.operation_steps;
  longest_operation_ = std::max(longest_operation_, t.operation_steps);
  if (step_count_ > options_.most_steps) {
    refute(violation_kind::livelock, fmt::format("{} steps, and no end: {}", options_.most_steps, standing_of_all()));
  }
  if (options_.wait_free_steps != 0 && t.in_operation && t.operation_steps > options_.wait_free_steps) {
    refute(violation_kind::not_wait_free,
           fmt::format("an operation of thread {} takes more than {} steps", current_, options_.wait_free_steps));
  }
  if (!options_.claims_lock_free || !t.in_operation || ++t.steps_alone <= options_.most_steps_alone) return;
  // A store leaves its buffer in time, also if its thread does nothing more.
  bool waited_for_a_buffer = false;
  for (unsigned other = 0; options_.model == memory_model::tso && other < thread_count_; ++other) {
    for (; other != current_ && strong_.has_buffered(other); waited_for_a_buffer = true) flush(other);
  }
  if (waited_for_a_buffer) {
    t.steps_alone = 0;
  } else if (unfinished_ > 1) {
    refute(violation_kind::not_lock_free,
           fmt::format("thread {} goes {} steps alone and does not finish, while the others stand still", current_,
                       options_.most_steps_alone));
  }
}

void machine::before_access(bool visible) {
  if (alone()) return;
  if (visible || options_.naive) {
    count_step();
    // Who was chosen to begin, or to go on after a pause, was chosen for this access.
    if (!std::exchange(threads_[current_].chosen, false)) schedule();
  }
  observe(1);  // one step further, also if there is nothing to see
  if (threads_[current_].begins) place_operation();
}

void machine::pause() {
  if (alone()) return;
  thread_state& t = threads_[current_];
  if (t.operation_steps == t.steps_at_pause) return;  // several in a row are one
  t.steps_at_pause = t.operation_steps;
  const bool nothing_new = t.changes_at_pause == changes_ && t.paused;
  t.idle_rounds = nothing_new ? static_cast<std::uint8_t>(t.idle_rounds + 1) : 0;
  t.changes_at_pause = changes_;
  t.paused = true;
  note(step_kind::pause, nullptr, 0, order::relaxed, {});
  if (!options_.claims_lock_free) {
    t.is = standing::yielded;
    schedule();
    t.is = standing::ready;
    t.chosen = true;
    return;
  }
  if (t.idle_rounds > 0 && is_weak()) weak_.see_everything(current_);
  if (t.idle_rounds >= most_idle_rounds && unfinished_ > 1) {
    refute(violation_kind::not_lock_free,
           fmt::format("thread {} spins until another one moves, while the others stand still", current_));
  }
}

std::uint64_t machine::state() const {
  std::vector<unsigned>& unfinished = unfinished_threads_;
  unfinished.clear();
  clock known_to_all;
  known_to_all.of += std::int16_t{INT16_MAX};
  const auto count_of = [](std::int16_t number) { return static_cast<std::uint64_t>(number); };
  std::uint64_t sum = options_.preemptions == no_limit ? 0 : current_ + 1;
  for (unsigned t = 0; t < thread_count_; ++t) {
    const thread_state& s = threads_[t];
    sum = mix(sum, s.observed);
    if (s.is == standing::finished) continue;
    unfinished.push_back(t);
    const lanes mine = (is_weak() ? weak_.known(t) : strong_.known(t)).of;
    known_to_all.of = mine < known_to_all.of ? mine : known_to_all.of;
    const std::uint64_t wait = s.waits_for == nullptr ? 0 : identity(s.waits_for);
    sum = mix(sum, wait << 8 | static_cast<std::uint64_t>(s.is) << 2 | (may_run(t) ? 1u : 0u) | (s.woken ? 2u : 0u));
    sum = mix(sum, s.idle_rounds);
  }
  sum = mix(sum, failures_left_ << 8 | wakes_left_);
  if (unfinished.empty() && is_weak()) return sum;
  std::vector<const view*>& handed_over = handed_over_;
  handed_over.clear();
  for (const mutex_state& m : mutexes_) {
    handed_over.push_back(&m.released);
    if (!is_weak()) sum = mix(sum, interleaving_memory::hash_of(m.released.known, known_to_all));
  }
  sum = mix(sum, is_weak() ? weak_.hash(unfinished, handed_over) : strong_.hash(known_to_all, unfinished));
  for (const plain_location& p : plain_locations_) {
    std::uint64_t one = p.initialised ? 1 : 0;
    if (p.written_at > known_to_all.of[p.writer]) one = mix(mix(one, p.writer), count_of(p.written_at));
    for (unsigned t = 0; t < thread_count_; ++t) {
      if (p.read_at[t] > known_to_all.of[t]) one = mix(mix(one, t), count_of(p.read_at[t]));
    }
    sum += mix(one, identity(p.at));
  }
  sum = mix(sum, heap_.hash_of_contents());
  for (const model_heap::block& b : heap_.blocks()) {
    if (!b.live) sum += mix(b.offset, b.bytes);
  }
  return sum;
}

}  // namespace schedlab::verify
