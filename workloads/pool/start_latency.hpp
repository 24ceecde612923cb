// How long does a task wait for its start when nothing else is to do? A thread outside lets the workers rest for a gap,
// reads the clock, submits one task that reads the clock, and waits for it; over and over. With long gaps this is what
// waking a worker costs, with short ones what finding a task costs.
//
// An item is a start.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "workloads/pool/must_submit.hpp"
#include "workloads/pool/unless_equal.hpp"

namespace schedlab {

template <class Scheduler>
class start_latency {
 public:
  static constexpr bool joins = false;
  using clock_function = std::uint64_t (*)();
  using record_function = std::function<void(std::uint64_t nanoseconds)>;

  // `record_start` is given the time from before the submission to the task's first step, `record_submit` what the call
  // of submit() took; both in the thread that calls round(). A task that has not started after `patience` is lost.
  start_latency(std::uint64_t starts, std::chrono::microseconds gap, clock_function now_ns,
                record_function record_start, record_function record_submit,
                std::chrono::milliseconds patience = std::chrono::seconds(10))
      : starts_(starts),
        gap_(gap),
        now_ns_(now_ns),
        record_start_(std::move(record_start)),
        record_submit_(std::move(record_submit)),
        patience_(patience) {}

  void prepare() {
    const std::lock_guard held(mutex_);
    started_ = 0;
  }

  std::uint64_t round(Scheduler& scheduler) {
    std::uint64_t done = 0;
    for (; done < starts_; ++done) {
      rest();
      const std::uint64_t before = now_ns_();
      must_submit(scheduler, [this] { signal(now_ns_()); });
      const std::uint64_t after = now_ns_();
      std::unique_lock held(mutex_);
      if (!changed_.wait_for(held, patience_, [&] { return started_ > done; })) break;
      record_start_(start_ns_ - before);
      record_submit_(after - before);
    }
    scheduler.drain();  // the last task may still be in signal()
    return done;
  }

  std::string verify() {
    const std::lock_guard held(mutex_);
    return unless_equal("tasks started", started_, starts_);
  }

 private:
  // A sleep takes some 50 us longer than asked for.
  static constexpr std::chrono::microseconds shortest_sleep{50};

  void rest() {
    if (gap_ >= shortest_sleep) return std::this_thread::sleep_for(gap_);
    const auto gap_ns = static_cast<std::uint64_t>(std::chrono::nanoseconds(gap_).count());
    const std::uint64_t begin = now_ns_();
    while (now_ns_() - begin < gap_ns) {
    }
  }

  void signal(std::uint64_t start_ns) {
    const std::lock_guard held(mutex_);
    start_ns_ = start_ns;
    ++started_;
    changed_.notify_one();
  }

  const std::uint64_t starts_;
  const std::chrono::microseconds gap_;
  const clock_function now_ns_;
  const record_function record_start_;
  const record_function record_submit_;
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t started_ = 0;
  std::uint64_t start_ns_ = 0;
};

}  // namespace schedlab
