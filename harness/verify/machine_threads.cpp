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
  refute(all_asleep ? violation_kind::deadlock : violation_kind::livelock,
         (all_asleep ? "nobody can go on: " : "nobody will ever change what the others wait for: ") +
             standing_of_all());
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
