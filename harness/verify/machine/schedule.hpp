// Decides which thread goes next: it runs the threads of an explored program, as fibers, from the beginning of an
// execution to its end. The choice sequence is asked whenever more than one thing could happen; everything else is
// determined.
//
// A thread runs until its next access; there the schedule may switch to another one. A fault found ends the execution on
// the spot: the fibers are left where they stand, so an explored program must not own anything outside of the machine.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/hashing.hpp"
#include "harness/lockstep/choice_sequence.hpp"
#include "harness/lockstep/fibers.hpp"
#include "harness/lockstep/most_threads.hpp"
#include "harness/verify/machine/machine_options.hpp"
#include "harness/verify/machine/operation_log.hpp"
#include "harness/verify/machine/program.hpp"
#include "harness/verify/machine/step_recorder.hpp"
#include "harness/verify/machine/violation.hpp"
#include "harness/verify/machine/visited_states.hpp"
#include "harness/verify/memory/memory_state.hpp"

namespace schedlab::verify {

class schedule {
 public:
  enum class ending { complete, seen_before, refuted };

  schedule(memory_state& memory, operation_log& operations, step_recorder& recorder)
      : memory_(memory), operations_(operations), recorder_(recorder) {}
  schedule(const schedule&) = delete;
  schedule& operator=(const schedule&) = delete;

  // Runs the program once along the choices. States are looked up in `visited` unless it is null.
  ending execute(program& explored, const machine_options& options, choice_sequence& choices, visited_states* visited);

  const violation& found() const { return found_; }
  unsigned preemptions() const { return preemptions_; }
  unsigned steps() const { return step_count_; }
  unsigned most_steps_of_an_operation() const { return longest_operation_; }

  // The functions below are called by the code that runs in the current thread, or in the outside.
  unsigned current() const { return current_; }
  unsigned thread_count() const { return thread_count_; }
  bool alone() const { return !threads_run_; }  // the outside runs
  void*& self() { return threads_[current_].self; }

  [[noreturn]] void refute(violation_kind kind, std::string text, complaint why = complaint::other);

  // To be called before each access. A visible access is a scheduling point.
  void before_access(bool visible);
  void pause();

  // Chooses one of 0 to count - 1.
  unsigned pick(unsigned count, std::uint32_t signature);
  bool spurious_failures_left() const { return failures_left_ > 0; }
  void take_spurious_failure() { --failures_left_; }
  // Whether an allocation may be given a freed block.
  bool reuses_left() const { return reuses_left_ > 0 && !alone(); }
  void take_reuse() { --reuses_left_; }
  // Whether an allocation may fail.
  bool allocation_may_fail() const { return failed_allocations_left_ > 0 && !threads_[current_].memory_lasts; }
  void take_failed_allocation() { --failed_allocations_left_; }
  // From now on the current thread's allocations succeed (true), or may fail again (false).
  void memory_lasts(bool does) { threads_[current_].memory_lasts = does; }

  // The current thread has learnt `what`, so its own state depends on it.
  void observe(std::uint64_t what) { threads_[current_].observed = mix(threads_[current_].observed, what); }
  // From now on the current thread's state depends on `what` alone.
  void forget_all_but(std::uint64_t what) { threads_[current_].observed = what; }
  // Threads that wait for a change may look again.
  void somebody_changed_something() { ++changes_; }

  void operation_begins();
  void place_operation();
  void operation_ends() { threads_[current_].in_operation = false; }

  // flush makes the oldest store in a thread's buffer take effect, drain_buffer_of all of them.
  void flush(unsigned thread);
  void drain_buffer_of(unsigned thread) {
    while (memory_.strong().has_buffered(thread)) flush(thread);
  }

  void wait_for_mutex(const void* mutex);
  void mutex_is_free(const void* mutex);
  // False if no thread woke it.
  bool sleep_on(const void* at, bool for_a_time);
  unsigned sleepers_on(const void* at, std::array<unsigned, most_threads>& sleepers) const;
  void wake(unsigned thread);

  // Records a step of the current thread; steps of the outside are not recorded.
  step& note(step_kind kind, const void* at, std::uint8_t size, order how, const site& where) {
    if (alone() || !recorder_.recording()) return recorder_.unrecorded();
    return recorder_.add({.kind = kind,
                          .thread = static_cast<std::uint8_t>(current_),
                          .size = size,
                          .memory_order = how,
                          .address = at,
                          .place = where});
  }

 private:
  static constexpr unsigned most_idle_rounds = 3;

  enum class standing : std::uint8_t { ready, yielded, blocked, asleep, asleep_for_a_time, finished };

  struct thread_state {
    standing state = standing::finished;
    bool in_operation = false;
    bool chosen = false;  // chosen by the schedule for the access that comes next
    bool woken = false;
    bool paused = false;
    bool memory_lasts = false;
    std::uint8_t idle_rounds = 0;  // pauses in a row since the last change by any thread
    const void* waits_for = nullptr;
    void* self = nullptr;
    std::uint64_t observed = 0;  // hash of all that the thread has learnt
    std::uint64_t changes_at_pause = 0;
    unsigned operation_steps = 0;
    unsigned steps_at_pause = no_limit;
    unsigned steps_alone = 0;
  };

  void begin(program& explored, const machine_options& options, choice_sequence& choices, visited_states* visited);
  void run_outside();
  void start(unsigned thread);
  [[noreturn]] void leave(ending how);
  void go_on();
  unsigned pick_next();
  unsigned candidates(std::array<unsigned, 2 * most_threads>& found, bool goes_on) const;
  bool may_run(unsigned thread) const;
  void nobody_can_run();
  void count_step(bool visible);
  void count_step_outside();
  void check_progress(thread_state& mine);
  std::uint64_t state() const;
  std::string standing_of_all() const;

  memory_state& memory_;
  operation_log& operations_;
  step_recorder& recorder_;

  machine_options options_;
  program* explored_ = nullptr;
  choice_sequence* choices_ = nullptr;
  visited_states* visited_ = nullptr;
  fibers fibers_;
  std::array<thread_state, most_threads> threads_;
  violation found_;
  ending ending_ = ending::complete;
  unsigned current_ = outside_thread;
  unsigned thread_count_ = 0;
  unsigned unfinished_ = 0;
  unsigned preemptions_ = 0;
  unsigned step_count_ = 0;
  unsigned longest_operation_ = 0;
  unsigned failures_left_ = 0;
  unsigned wakes_left_ = 0;
  unsigned reuses_left_ = 0;
  unsigned failed_allocations_left_ = 0;
  std::uint64_t changes_ = 0;
  bool threads_run_ = false;
  mutable std::vector<unsigned> unfinished_threads_;  // used by state(), kept for their storage
};

}  // namespace schedlab::verify
