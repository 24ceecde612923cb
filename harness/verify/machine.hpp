// The machine on which an explored program runs: checked memory, threads as fibers, and a clock that only counts steps.
// One execution at a time. Whatever could happen in more than one way (who goes next, which store a load returns) is
// asked of the choice sequence; everything else is determined.
//
// A thread runs until its next access; there the machine may switch to another one. A fault found ends the execution on
// the spot: the fibers are left where they stand, so an explored program must not own anything outside this machine.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "harness/verify/choice_sequence.hpp"
#include "harness/verify/fibers.hpp"
#include "harness/verify/history/linearizability.hpp"
#include "harness/verify/interleaving_memory.hpp"
#include "harness/verify/memory_model.hpp"
#include "harness/verify/model_heap.hpp"
#include "harness/verify/order_overrides.hpp"
#include "harness/verify/order_sites.hpp"
#include "harness/verify/step.hpp"
#include "harness/verify/violation.hpp"
#include "harness/verify/visited_states.hpp"
#include "harness/verify/weak_memory.hpp"
#include "queues/memory/native_waiting.hpp"

namespace schedlab::verify {

inline constexpr unsigned no_limit = ~0u;

struct machine_options {
  memory_model model = memory_model::sc;
  weak_memory::fence_rule fences = weak_memory::fence_rule::cxx20;
  unsigned preemptions = no_limit;
  bool naive = false;               // every access a scheduling point, no state remembered
  bool claims_lock_free = false;    // then a thread that cannot finish alone is a fault
  unsigned wait_free_steps = 0;     // most steps of an operation; 0: no claim
  unsigned most_steps = 3000;       // of an execution
  unsigned most_steps_alone = 250;  // of a lock-free operation that nobody disturbs
  unsigned spurious_failures = 1;   // of weak compare-exchanges, under weak memory
  unsigned spurious_wakes = 1;
};

// What is explored. All four run on the machine.
class program {
 public:
  virtual ~program() = default;
  virtual unsigned threads() const = 0;
  virtual void set_up() = 0;
  virtual void run(unsigned thread) = 0;
  virtual void tear_down() = 0;
};

class machine {
 public:
  machine();
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;

  // The one that executes in this operating system thread.
  static machine& here() { return *here_; }

  enum class ending { complete, seen_before, refuted };

  // Runs the program once along the choices. States are looked up in `visited` unless it is null.
  ending execute(program& explored, const machine_options& options, choice_sequence& choices, visited_states* visited);

  const violation& found() const { return found_; }
  unsigned preemptions() const { return preemptions_; }
  unsigned steps() const { return step_count_; }
  unsigned most_steps_of_an_operation() const { return longest_operation_; }

  // What explored programs use.
  [[noreturn]] void refute(violation_kind kind, std::string text, complaint why = complaint::other);
  void begin_operation(verb asked, std::uint64_t item);
  void end_operation(answer said, std::uint64_t item);
  // Between operations a thread knows nothing but its answers and its handle, whose hash this is.
  void forget_locals(std::uint64_t of_handle);
  std::vector<placed_operation> history() const;
  std::uint64_t history_hash() const;
  model_heap& heap() { return heap_; }
  memory_model model() const { return options_.model; }
  unsigned thread() const { return current_; }
  bool recording() const { return recording_; }

  // For a mutant, for a counter-example, for a table of orders.
  order_overrides& overrides() { return overrides_; }
  void record(bool on) { recording_ = on; }
  const std::vector<step>& recorded() const { return steps_; }
  void collect_sites(order_sites* into) { sites_ = into; }

  // What checked memory forwards to.
  std::uint64_t load(const void* at, std::uint8_t size, order how, const site& where);
  void store(void* at, std::uint8_t size, std::uint64_t value, order how, const site& where);
  enum class change { exchange, add };
  std::uint64_t read_modify_write(void* at, std::uint8_t size, change what, std::uint64_t operand, order how,
                                  const site& where);
  bool compare_exchange(void* at, std::uint8_t size, std::uint64_t& expected, std::uint64_t desired, order success,
                        order failure, bool weak, const site& where);
  void fence(order how, const site& where);
  // A pair for unequal sides. Under tso as an x86 kernel does it: the light one is no instruction, the heavy one drains the
  // buffers of all threads. Otherwise two seq_cst fences, which is what the pair promises; so the one model finds who
  // needs order between two light ones, the others who has forgotten one.
  void light_fence(const site& where);
  void heavy_fence(const site& where);
  void pause();
  void plain(const void* at, std::size_t bytes, bool writes, const site& where);
  void* allocate(std::size_t bytes, std::size_t alignment);
  void deallocate(void* place);
  void*& self() { return threads_[current_].self; }

  void lock(void* mutex, bool& locked);
  bool try_lock(void* mutex, bool& locked);
  void unlock(void* mutex, bool& locked);
  wait_status wait(std::uint32_t* at, std::uint32_t expected, std::uint64_t timeout_ns);
  void wake(const void* at, std::uint32_t count);
  void wait_for_condition(void* condition, void* mutex, bool& locked);

 private:
  static constexpr unsigned outside = most_threads - 1;
  static constexpr unsigned most_idle_rounds = 3;

  enum class standing : std::uint8_t { ready, yielded, blocked, asleep, asleep_for_a_time, finished };

  struct thread_state {
    standing is = standing::finished;
    bool in_operation = false;
    bool begins = false;  // an operation that has not yet made an access
    bool chosen = false;  // by the scheduler, for the access that comes next
    bool woken = false;
    bool paused = false;
    std::uint8_t idle_rounds = 0;  // pauses in a row since anybody changed anything
    const void* waits_for = nullptr;
    void* self = nullptr;
    std::uint64_t observed = 0;  // hash of all that it was told: what its own state depends on
    std::uint64_t answers = 0;   // hash of its operations' answers
    std::uint64_t changes_at_pause = 0;
    std::size_t operation = 0;  // its current one: bit in the sets of operations
    unsigned operations = 0;
    unsigned operation_steps = 0;
    unsigned steps_at_pause = no_limit;
    unsigned steps_alone = 0;
  };

  struct location {
    const void* at;
    std::uint8_t size;
  };
  struct plain_location {
    const void* at;
    std::size_t bytes;
    bool initialised;
    std::uint8_t writer;
    std::int16_t written_at;
    std::array<std::int16_t, most_threads> read_at;
  };
  struct mutex_state {
    const void* at;
    view released;
  };

  // machine_threads.cpp
  void run_outside();
  void schedule();
  unsigned pick_next();
  unsigned pick(unsigned count, std::uint32_t signature);
  void flush(unsigned thread);
  void switch_to(unsigned thread);
  [[noreturn]] void leave(ending how);
  bool may_run(unsigned thread) const;
  void somebody_changed_something() { ++changes_; }
  void nobody_can_run();
  void count_step();
  void before_access(bool visible);
  std::uint64_t state() const;
  std::string standing_of_all() const;

  // machine_history.cpp
  void place_operation();
  std::uint64_t over_before_now();

  // machine_memory.cpp
  std::size_t atomic_at(const void* at, std::uint8_t size);
  std::uint16_t valid_mark(const void* at, std::size_t bytes);
  clock& known(unsigned thread) { return is_weak() ? weak_.known(thread) : strong_.known(thread); }
  bool is_weak() const { return options_.model == memory_model::weak; }
  bool alone() const { return !threads_run_; }
  void observe(std::uint64_t what) { threads_[current_].observed = mix(threads_[current_].observed, what); }
  void drain_buffer();
  std::uint64_t identity(const void* at) const { return heap_.offset(at) + 1; }
  weak_memory::store_index pick_store(std::size_t at, order how);
  weak_memory::store_index pick_unread(std::size_t at, order how);
  bool compare_exchange_at_once(std::size_t index, std::uint64_t& expected, std::uint64_t desired, order how,
                                const site& where);
  bool compare_exchange_weakly(std::size_t index, std::uint64_t& expected, std::uint64_t desired, order success,
                               order failure, bool may_fail, const site& where);
  step& note(step_kind kind, const void* at, std::uint8_t size, order how, const site& where);
  std::uint32_t this_step() const;
  void check_initialised(bool initialised);
  [[noreturn]] void too_many_stores();
  void check_nobody_uses(const void* place);

  // machine_waiting.cpp
  mutex_state& mutex_at(const void* mutex);
  void full_barrier();
  void take_over(mutex_state& mutex, bool& locked);
  void release(void* mutex, bool& locked);
  void sleep_on(const void* at, standing how);

  static thread_local machine* here_;

  machine_options options_;
  program* explored_ = nullptr;
  choice_sequence* choices_ = nullptr;
  visited_states* visited_ = nullptr;
  order_overrides overrides_;
  order_sites* sites_ = nullptr;

  model_heap heap_;
  fibers fibers_;
  interleaving_memory strong_;
  weak_memory weak_;
  std::vector<location> locations_;
  std::vector<plain_location> plain_locations_;
  std::vector<mutex_state> mutexes_;
  std::array<thread_state, most_threads> threads_;
  // Operations by bit: eight per thread, the upper half the outside's.
  std::array<placed_operation, 64> operations_;
  std::array<std::int16_t, 64> ended_at_;  // the thread's clock when it was over
  std::uint64_t begun_ = 0;
  std::uint64_t completed_ = 0;
  std::vector<step> steps_;
  step unrecorded_{step_kind::note};
  violation found_;

  ending ending_ = ending::complete;
  unsigned current_ = outside;
  unsigned thread_count_ = 0;
  unsigned unfinished_ = 0;
  unsigned preemptions_ = 0;
  unsigned step_count_ = 0;
  unsigned longest_operation_ = 0;
  unsigned failures_left_ = 0;
  unsigned wakes_left_ = 0;
  std::uint64_t changes_ = 0;
  bool threads_run_ = false;
  bool recording_ = false;
  mutable std::vector<unsigned> unfinished_threads_;  // of state(), kept for their storage
  mutable std::vector<const view*> handed_over_;
};

}  // namespace schedlab::verify
