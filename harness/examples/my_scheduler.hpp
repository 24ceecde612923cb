// my_scheduler: threads that take tasks from one list behind a mutex, the oldest first. Begin with this and put your
// algorithm in its place; say here what it is, whose idea it was, and what it promises.
//
// Who may call what: any thread submits; drain, stop and run are called outside of tasks.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <schedlab/schedulers/adapters/pending_tasks.hpp>
#include <schedlab/schedulers/adapters/run_as_task.hpp>
#include <schedlab/schedulers/scheduler.hpp>

namespace examples {

class my_scheduler {
 public:
  // What it can do, which decides which workloads it gets. With `.joins = true` it brings fork_join(f, g) and a class
  // group, and runs fork-join programs too: <schedlab/schedulers/scheduler.hpp> says what they must do.
  static constexpr schedlab::scheduler_traits traits{
      .name = "my_scheduler",  // as in catalogue.cmake
      .joins = false,
      .paper = "an example",  // who, when, what
  };

  // The workers run when this returns. `setup` says how many there are, and what each calls first (to be pinned).
  explicit my_scheduler(const schedlab::scheduler_setup& setup) : pending_(setup), on_start_(setup.on_start) {
    try {
      for (unsigned worker = 0; worker < setup.workers; ++worker) {
        workers_.emplace_back([this, worker] { work(worker); });
      }
    } catch (...) {  // no memory, or no more threads
      end_workers();
      throw;
    }
  }
  my_scheduler(const my_scheduler&) = delete;
  my_scheduler& operator=(const my_scheduler&) = delete;
  ~my_scheduler() { stop(); }

  unsigned worker_count() const { return pending_.workers(); }

  // Accepted is run exactly once. Where this says stopped, or throws for want of memory, the task is left alone.
  schedlab::submit_status submit(schedlab::task&& what, schedlab::task_options /*options*/ = {}) {
    // pending_tasks keeps the books: how many tasks are not over, whether it was stopped, which thread is inside a task.
    return pending_.accept([&] {
      std::list<schedlab::task> one;
      one.push_back(std::move(what));
      {
        const std::lock_guard held(mutex_);
        waiting_.splice(waiting_.end(), one);
      }
      not_empty_.notify_one();
    });
  }

  // Returns when nothing accepted is left to run.
  void drain() { pending_.drain(); }

  // As drain, refuses what comes from outside meanwhile, then ends the workers. May be called often, by several threads.
  void stop() {
    pending_.stop();
    end_workers();
  }

  schedlab::scheduler_statistics statistics() const { return pending_.statistics(); }

  // Runs root() as a task, waits for it, throws what it threw.
  template <class F>
  void run(F&& root) {
    pending_.check_outside("run");
    schedlab::run_as_task(*this, root);
  }

 private:
  void work(unsigned worker) {
    if (on_start_) on_start_(worker);
    for (std::list<schedlab::task> mine = take_one(); !mine.empty(); mine = take_one()) pending_.run(mine.front());
  }

  // The oldest that waits; empty when there are no more and never will be.
  std::list<schedlab::task> take_one() {
    std::list<schedlab::task> one;
    std::unique_lock held(mutex_);
    not_empty_.wait(held, [this] { return ended_ || !waiting_.empty(); });
    if (!waiting_.empty()) one.splice(one.end(), waiting_, waiting_.begin());
    return one;
  }

  void end_workers() {
    {
      const std::lock_guard held(mutex_);
      ended_ = true;
    }
    not_empty_.notify_all();
    const std::lock_guard alone(ending_);
    for (std::thread& each : workers_) {
      if (each.joinable()) each.join();
    }
  }

  schedlab::pending_tasks pending_;
  const std::function<void(unsigned)> on_start_;
  std::mutex mutex_;
  std::condition_variable not_empty_;
  // Both under the mutex.
  std::list<schedlab::task> waiting_;
  bool ended_ = false;
  std::mutex ending_;
  std::vector<std::thread> workers_;
};
static_assert(schedlab::scheduler<my_scheduler>);

}  // namespace examples
