// What one thread of a workload reports to the harness, at next to no cost: a look at the phase once per batch, one timed
// operation per batch, and counters that stay in registers. Workloads see this as their template parameter Probe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "harness/measure/clock.hpp"
#include "harness/measure/histogram.hpp"
#include "queues/memory/native_memory.hpp"

namespace schedlab {

enum class phase : int { warm_up, measuring, over };

class probe {
 public:
  // Operations between two looks at the phase.
  static constexpr unsigned batch = 512;

  // `yields`: there are more threads than CPUs, so a thread that keeps failing must let others run.
  probe(const std::atomic<phase>& now, bool yields) : now_(now), yields_(yields) {}

  // Once per batch, with the items done so far; false when it is time to stop.
  bool go_on(std::uint64_t items) {
    const phase now = now_.load(std::memory_order_relaxed);
    if (now == seen_) [[likely]] {
      return true;
    }
    return enter(now, items);
  }
  // For loops that wait within a batch.
  bool is_over() const { return now_.load(std::memory_order_relaxed) == phase::over; }

  void succeeded() { failures_in_a_row_ = 0; }
  void push_failed() {
    ++failed_pushes_;
    wait_a_little();
  }
  void pop_failed() {
    ++failed_pops_;
    wait_a_little();
  }

  // Times one operation, which says whether it succeeded; only those that did count.
  template <class Operation>
  bool time_push(Operation operation) {
    return time(operation, pushes_);
  }
  template <class Operation>
  bool time_pop(Operation operation) {
    return time(operation, pops_);
  }
  template <class Operation>
  bool time_trip(Operation operation) {
    return time(operation, trips_);
  }

  // Makes these steps the only time that counts: `step(0)` to `step(count - 1)`.
  template <class Step>
  void time_only(unsigned count, Step step) {
    const std::uint64_t begin = ticks();
    for (unsigned k = 0; k < count; ++k) step(k);
    const std::uint64_t end = ticks();
    if (seen_ != phase::measuring) return;
    timed_ticks_ += end - begin;
    timed_runs_ += 1;
    timed_items_ += count;
  }

  // The mean of sampled successful operations.
  struct sampled {
    std::uint64_t ticks = 0;
    std::uint64_t count = 0;
    double mean_ns() const;  // what a reading of the clock costs is subtracted
  };

  // What the harness reads after the thread has ended.
  bool measured() const { return begun_ && ended_; }
  double elapsed_s() const { return seconds_between(begin_, end_); }
  std::uint64_t items_in_window() const { return end_items_ - begin_items_; }
  std::uint64_t items() const { return end_items_; }
  std::uint64_t failed_pushes() const { return failed_pushes_; }
  std::uint64_t failed_pops() const { return failed_pops_; }
  const sampled& pushes() const { return pushes_; }
  const sampled& pops() const { return pops_; }
  const histogram& latency() const { return latency_; }
  std::uint64_t timed_items() const { return timed_items_; }
  double timed_s() const;

 private:
  bool enter(phase now, std::uint64_t items);

  template <class Operation>
  bool time(Operation& operation, sampled& kind) {
    const std::uint64_t begin = ticks();
    const bool done = operation();
    const std::uint64_t end = ticks();
    if (done && seen_ == phase::measuring) record(end - begin, kind);
    return done;
  }
  void record(std::uint64_t ticks, sampled& kind);

  void wait_a_little() {
    native_memory::pause();
    if (++failures_in_a_row_ % 64 == 0 && yields_) std::this_thread::yield();
  }

  const std::atomic<phase>& now_;
  const bool yields_;
  phase seen_ = phase::warm_up;
  bool begun_ = false;
  bool ended_ = false;
  std::uint64_t failures_in_a_row_ = 0;
  std::uint64_t failed_pushes_ = 0;
  std::uint64_t failed_pops_ = 0;
  sampled pushes_;
  sampled pops_;
  sampled trips_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point end_;
  std::uint64_t begin_items_ = 0;
  std::uint64_t end_items_ = 0;
  std::uint64_t timed_ticks_ = 0;
  std::uint64_t timed_runs_ = 0;
  std::uint64_t timed_items_ = 0;
  histogram latency_;
};

}  // namespace schedlab
