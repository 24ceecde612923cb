// What one thread of a workload reports to the harness, at next to no cost: a look at the phase once per batch, one
// timed operation per batch, and counters that stay in registers. Workloads see this as their template parameter Probe.
// Functions that take an operation as their argument are always inlined: if they were called by reference, the
// workload's counters would live in memory.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "harness/measure/clock.hpp"
#include "harness/measure/histogram.hpp"
#include "harness/measure/lost_cpu.hpp"
#include "harness/measure/spin.hpp"
#include "queues/memory/native_memory.hpp"

namespace schedlab {

enum class phase : int { warm_up, measuring, over };

class probe {
 public:
  // Operations between two looks at the phase.
  static constexpr unsigned batch = 4096;

  // `yields`: there are more threads than CPUs, so a thread that keeps failing must let others run.
  probe(const std::atomic<phase>& now, bool yields) : now_(now), yields_(yields) {}

  // Called once per batch, with the number of items done so far; false when it is time to stop.
  bool go_on(std::uint64_t items) {
    const phase now = now_.load(std::memory_order_relaxed);
    if (now == seen_) [[likely]] {
      return true;
    }
    return enter(now, items);
  }
  // Whether the window is over; for loops that wait within a batch.
  bool is_over() const { return now_.load(std::memory_order_relaxed) == phase::over; }

  void succeeded() {
    if (failures_in_a_row_ >= long_row) [[unlikely]] {
      note_wait();
    }
    failures_in_a_row_ = 0;
  }
  void push_failed() {
    ++failed_pushes_;
    wait_a_little();
  }
  void pop_failed() {
    ++failed_pops_;
    wait_a_little();
  }

  // To be called in loops that look whether another thread is done; it does not count as a failed operation.
  void wait() { wait_a_little(); }
  // Spends about so long on the CPU, as other work would.
  void think(std::uint64_t nanoseconds) const {
    spin(static_cast<std::uint64_t>(static_cast<double>(nanoseconds) * turns_per_ns_));
  }

  // Times one operation, which returns whether it succeeded; failed ones do not count.
  template <class Operation>
  [[gnu::always_inline]] bool time_push(Operation operation) {
    return time(operation, pushes_);
  }
  template <class Operation>
  [[gnu::always_inline]] bool time_pop(Operation operation) {
    return time(operation, pops_);
  }
  template <class Operation>
  [[gnu::always_inline]] bool time_trip(Operation operation) {
    return time(operation, trips_);
  }

  // Times a run of operations as a whole and counts the mean of one: reading the clock around each operation would
  // delay it.
  template <class Operation>
  [[gnu::always_inline]] void time_pushes(unsigned count, Operation operation) {
    time_run(
        count, [&](unsigned) __attribute__((always_inline)) { operation(); }, push_runs_);
  }
  template <class Operation>
  [[gnu::always_inline]] void time_pops(unsigned count, Operation operation) {
    time_run(
        count, [&](unsigned) __attribute__((always_inline)) { operation(); }, pop_runs_);
  }
  // Calls `step(0)` to `step(count - 1)`; only the time of these calls counts as the workload's time.
  template <class Step>
  [[gnu::always_inline]] void time_only(unsigned count, Step step) {
    time_run(count, step, only_runs_);
  }

  // For workloads that measure their times themselves, in ticks of now(). Only these times count; each is a sample of
  // one item. False if the time lies outside of the window and is ignored.
  static std::uint64_t now() { return ticks(); }
  bool count_only(std::uint64_t waited);
  // Whether the thread, since the last call, lost its CPU to another program or to the system.
  bool was_preempted();

  struct timed {
    std::uint64_t ticks = 0;
    std::uint64_t readings = 0;
    std::uint64_t count = 0;

    void add(const timed& other) {
      ticks += other.ticks;
      readings += other.readings;
      count += other.count;
    }
    double total_ns() const;  // less what the readings of the clock cost
    double mean_ns() const { return count == 0 ? 0 : total_ns() / static_cast<double>(count); }
  };

  // Whether the thread has noticed that the window is open. The harness may ask at any time.
  bool has_begun() const { return begun_.load(std::memory_order_relaxed); }

  // The harness calls the following functions after the thread has ended.
  bool measured() const { return has_begun() && ended_; }
  double elapsed_s() const { return seconds_between(begin_, end_); }
  std::uint64_t items_in_window() const { return end_items_ - begin_items_; }
  std::uint64_t items() const { return end_items_; }
  std::uint64_t failed_pushes() const { return failed_pushes_; }
  std::uint64_t failed_pops() const { return failed_pops_; }
  // The runs if the workload timed runs, otherwise its single successful operations.
  const timed& pushes() const { return push_runs_.count > 0 ? push_runs_ : pushes_; }
  const timed& pops() const { return pop_runs_.count > 0 ? pop_runs_ : pops_; }
  const timed& only_runs() const { return only_runs_; }
  const histogram& latency() const { return latency_; }
  const lost_cpu& lost() const { return lost_; }  // within the window
  // The longest time in which the thread got nothing: a row of failures, counted from the 64th on, or one sampled
  // operation.
  double longest_wait_ns() const;

 private:
  bool enter(phase now, std::uint64_t items);

  template <class Operation>
  [[gnu::always_inline]] bool time(Operation& operation, timed& kind) {
    const std::uint64_t begin = ticks();
    const bool done = operation();
    const std::uint64_t end = ticks();
    if (done && seen_ == phase::measuring) record(end - begin, kind);
    return done;
  }
  void record(std::uint64_t ticks, timed& kind);

  template <class Step>
  [[gnu::always_inline]] void time_run(unsigned count, Step step, timed& kind) {
    const std::uint64_t begin = ticks();
    for (unsigned k = 0; k < count; ++k) step(k);
    const std::uint64_t end = ticks();
    if (seen_ == phase::measuring) kind.add({end - begin, 1, count});
  }

  void wait_a_little() {
    native_memory::pause();
    if (++failures_in_a_row_ % long_row == 0) [[unlikely]] {
      keep_waiting();
    }
  }
  void keep_waiting();
  void note_wait();

  // After so many failures in a row the thread reads the clock, because it waits, and lets other threads run.
  static constexpr std::uint64_t long_row = 64;

  const std::atomic<phase>& now_;
  const bool yields_;
  phase seen_ = phase::warm_up;
  std::atomic<bool> begun_{false};
  bool ended_ = false;
  const double turns_per_ns_ = spin_turns_per_ns();
  std::uint64_t failures_in_a_row_ = 0;
  std::uint64_t preemptions_ = 0;
  std::uint64_t wait_began_ = 0;
  std::uint64_t longest_wait_ = 0;  // in ticks
  std::uint64_t failed_pushes_ = 0;
  std::uint64_t failed_pops_ = 0;
  timed pushes_;
  timed pops_;
  timed trips_;
  timed push_runs_;
  timed pop_runs_;
  timed only_runs_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point end_;
  lost_cpu lost_;
  std::uint64_t begin_items_ = 0;
  std::uint64_t end_items_ = 0;
  histogram latency_;
};

}  // namespace schedlab
