// What every adapter needs beside its library: how many tasks are not over, a wait for all of them, the refusal after a
// stop, and whether a thread is inside a task of this scheduler. It costs one atomic addition per task that is
// submitted and one compare-exchange per task that ends, on two cache lines that all threads share: some 5 ns where one
// thread ends tasks. A program that uses such a library has to know when its tasks are over, too, and counts them or
// uses futures.
//
// Every submission is counted as begun, even one that will be refused. Every task that was run and every refusal is
// counted as over. Nothing is pending if the two counts agree and the count of what is over was read first, because
// both counts only grow (the argument of ledger.hpp).
//
// The threads of some libraries live longer than a scheduler, so a thread that ends a task does not touch this object
// after it has counted the task as over. The exception is the last task, when a thread waits for it: the task's thread
// takes the waiter's mark in the same step, and the waiter does not return before it has been woken. Progress: counting
// is lock-free; waiting sleeps. Who may call what: see each function.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "../../queues/memory/atomic.hpp"
#include "../../queues/memory/native_memory.hpp"
#include "../scheduler.hpp"

namespace schedlab {

class pending_tasks {
 public:
  explicit pending_tasks(const scheduler_setup& setup) : workers_(setup.workers), on_error_(setup.on_error) {
    if (workers_ == 0) throw std::invalid_argument("a scheduler has 1 worker or more, not 0");
  }
  pending_tasks(const pending_tasks&) = delete;
  pending_tasks& operator=(const pending_tasks&) = delete;

  // As long as one of these lives, its thread is inside a task. They nest: a task may run while another one waits.
  class inside {
   public:
    explicit inside(const pending_tasks& of) : tasks_(&of), outer_(std::exchange(innermost, this)) {}
    inside(const inside&) = delete;
    inside& operator=(const inside&) = delete;
    ~inside() { innermost = outer_; }

   private:
    friend pending_tasks;
    static inline thread_local const inside* innermost = nullptr;
    const pending_tasks* const tasks_;
    const inside* const outer_;
  };

  bool is_inside() const {
    for (const inside* each = inside::innermost; each != nullptr; each = each->outer_) {
      if (each->tasks_ == this) return true;
    }
    return false;
  }
  void check_outside(const char* what) const {
    if (is_inside()) throw std::logic_error(std::string(what) + " inside a task would wait for that task itself");
  }
  void check_inside(const char* what) const {
    if (!is_inside()) {
      throw std::logic_error(std::string(what) + ": only inside a task of this scheduler; begin with run()");
    }
  }

  // Any thread calls this before a task goes to the library. False: refused. If true, end() is called once when the
  // task is over.
  bool begin() {
    // relaxed: a thread that sees in over_ that the task has ended sees this too; a stop is in the same word.
    const std::uint64_t before = begun_.fetch_add(one, order::relaxed);
    if ((before & stopping) == 0 || is_inside()) return true;
    refuse();
    return false;
  }
  // Calls begin() and, if that says yes, give(), which hands the task to the library. If give() throws, the task counts
  // as refused and the exception goes to the caller.
  template <class Give>
  submit_status accept(const Give& give) {
    if (!begin()) return submit_status::stopped;
    try {
      give();
    } catch (...) {
      refuse();
      throw;
    }
    return submit_status::accepted;
  }
  // The same as begin(), for run().
  void begin_run() {
    check_outside("run");
    if (!begin()) throw std::runtime_error("run: the scheduler has been stopped");
  }

  // Runs a task from its first step to its last, on a thread of the library.
  template <class F>
  void run(F& what) {
    {
      const inside here(*this);
      try {
        what();
      } catch (...) {
        // relaxed: a statistic, ordered by end() for threads that wait.
        failed_.fetch_add(1, order::relaxed);
        if (on_error_) on_error_(std::current_exception());
      }
    }
    end();
  }

  void end() {
    // acquire: pairs with the release below: it sees what the tasks that are over had begun.
    std::uint64_t before = over_.load(order::acquire);
    for (;;) {
      // relaxed: ordered by over_.
      const bool last = (before & waited_for) != 0 && before / one + 1 == begun_.load(order::relaxed) / one;
      const std::uint64_t after = before + one - (last ? waited_for : 0);
      // acq_rel: pairs with itself and with the loads of over_.
      if (over_.compare_exchange_weak(before, after, order::acq_rel, order::acquire)) {
        if (last) wake();
        return;
      }
    }
  }

  // Returns when nothing is pending. Must not be called inside a task.
  void drain() {
    check_outside("drain");
    wait();
  }

  // Waits as drain() does, and refuses tasks from outside from now on. Must not be called inside a task.
  void stop() {
    check_outside("stop");
    {
      const std::lock_guard held(mutex_);
      // relaxed: a submission comes before it or after it in the one word.
      if (!stopped()) begun_.fetch_add(stopping, order::relaxed);
    }
    wait();
  }
  bool stopped() const { return (begun_.load(order::relaxed) & stopping) != 0; }  // relaxed: one word only

  unsigned workers() const { return workers_; }

  // Only the library knows which tasks wait and which run, so all pending tasks are called queued.
  scheduler_statistics statistics() const {
    scheduler_statistics all;
    worker_counts everybody;
    // relaxed: statistics, exact at rest.
    all.refused = refused_.load(order::relaxed);
    // relaxed: as above.
    everybody.failed = failed_.load(order::relaxed);
    // acquire: pairs with the release in end().
    const std::uint64_t over = over_.load(order::acquire) / one;
    // relaxed: ordered by over_.
    const std::uint64_t begun = begun_.load(order::relaxed) / one;
    everybody.completed = over - std::min(over, all.refused + everybody.failed);
    all.accepted = begun - std::min(begun, all.refused);
    all.queued = all.accepted - std::min(all.accepted, everybody.completed + everybody.failed);
    all.workers.push_back(everybody);
    return all;
  }

 private:
  void refuse() {
    // relaxed: a statistic.
    refused_.fetch_add(1, order::relaxed);
    end();
  }

  static constexpr std::uint64_t one = 2;
  static constexpr std::uint64_t stopping = 1;    // in begun_
  static constexpr std::uint64_t waited_for = 1;  // in over_

  void wait() {
    const std::lock_guard alone(one_waiter_);
    for (;;) {
      // acquire: pairs with the release in end().
      std::uint64_t before = over_.load(order::acquire);
      if (before / one == begun_.load(order::relaxed) / one) return;  // relaxed: ordered by over_
      woken_ = false;
      // Some task is not over yet, so it ends after the mark is set. acq_rel: pairs with the compare-exchange in end().
      if (!over_.compare_exchange_strong(before, before + waited_for, order::acq_rel, order::acquire)) continue;
      std::unique_lock held(mutex_);
      nothing_pending_.wait(held, [this] { return woken_; });
    }
  }
  void wake() {
    const std::lock_guard held(mutex_);
    woken_ = true;
    nothing_pending_.notify_all();
  }

  const unsigned workers_;
  const std::function<void(std::exception_ptr)> on_error_;
  alignas(cache_line) atomic<std::uint64_t, native_memory> begun_{0};
  alignas(cache_line) atomic<std::uint64_t, native_memory> over_{0};
  alignas(cache_line) atomic<std::uint64_t, native_memory> refused_{0};
  atomic<std::uint64_t, native_memory> failed_{0};
  std::mutex one_waiter_;
  std::mutex mutex_;
  std::condition_variable nothing_pending_;
  bool woken_ = false;
};

}  // namespace schedlab
