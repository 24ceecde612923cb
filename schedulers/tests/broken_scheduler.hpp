// A small right scheduler, one list behind a lock, and the faults that the contract suite must find in it, one at a time.
#pragma once

#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "schedulers/adapters/first_exception.hpp"
#include "schedulers/adapters/pending_tasks.hpp"
#include "schedulers/adapters/run_as_task.hpp"

namespace schedlab::broken {

enum class fault {
  none,
  loses_every_1000th,
  runs_every_1000th_twice,
  forgets_the_queued_at_stop,
  drains_only_what_was_there,
  empties_what_it_refuses,
  refuses_tasks_of_tasks_at_stop,
  hides_failures,
  starts_one_worker_twice,
  lets_one_worker_sleep,
  waits_for_itself_silently,
  loses_exception_of_f,
  prefers_exception_of_f,
  group_stops_at_exception,
  run_hides_exception,
};

template <fault Fault>
class faulty_scheduler {
 public:
  static constexpr scheduler_traits traits{.name = "faulty_scheduler", .paper = "none"};

  explicit faulty_scheduler(const scheduler_setup& setup) : setup_(silenced(setup)), pending_(setup_) {
    for (unsigned id = 0; id < setup.workers; ++id) threads_.emplace_back([this, id] { work(id); });
  }
  ~faulty_scheduler() { stop(); }

  unsigned worker_count() const { return setup_.workers; }

  submit_status submit(task&& what, task_options = {}) {
    const bool too_late = Fault == fault::refuses_tasks_of_tasks_at_stop && pending_.stopped();
    if (too_late || !pending_.begin()) {
      if (Fault == fault::empties_what_it_refuses) task(std::move(what));
      return submit_status::stopped;
    }
    {
      const std::lock_guard held(mutex_);
      queue_.push_back(std::move(what));
    }
    more_.notify_one();
    return submit_status::accepted;
  }

  void drain() {
    if (Fault == fault::waits_for_itself_silently && pending_.is_inside()) return;
    if (Fault == fault::drains_only_what_was_there) {
      pending_.check_outside("drain");
      for (const std::uint64_t there = accepted(); over() < there;) std::this_thread::yield();
      return;
    }
    pending_.drain();
  }

  void stop() {
    if (Fault == fault::waits_for_itself_silently && pending_.is_inside()) return;
    pending_.check_outside("stop");
    if (Fault == fault::forgets_the_queued_at_stop) forget_the_queued();
    pending_.stop();
    {
      const std::lock_guard held(mutex_);
      closed_ = true;
    }
    more_.notify_all();
    const std::lock_guard held(joining_);
    for (std::thread& each : threads_) each.join();
    threads_.clear();
  }

  scheduler_statistics statistics() const { return pending_.statistics(); }

  template <class F>
  void run(F&& root) {
    pending_.check_outside("run");
    try {
      run_as_task(*this, root);
    } catch (...) {
      if (Fault != fault::run_hides_exception) throw;
    }
  }

  template <class F, class G>
  void fork_join(F&& f, G&& g) {
    first_exception of_f;
    std::thread other([&] {
      const pending_tasks::inside here(pending_);
      of_f.keep_from(f);
    });
    first_exception of_g;
    of_g.keep_from(g);
    other.join();
    if (Fault == fault::prefers_exception_of_f) of_f.rethrow();
    of_g.rethrow();
    if (Fault != fault::loses_exception_of_f) of_f.rethrow();
  }

  class group {
   public:
    explicit group(faulty_scheduler&) {}
    template <class F>
    void spawn(F&& f) {
      if (Fault == fault::group_stops_at_exception && failed_) return;
      std::decay_t<F> child(std::forward<F>(f));
      try {
        child();
      } catch (...) {
        failed_ = true;
        const auto again = [] { throw; };
        error_.keep_from(again);
      }
    }
    void sync() {
      failed_ = false;
      error_.rethrow();
    }

   private:
    bool failed_ = false;
    first_exception error_;
  };

 private:
  static scheduler_setup silenced(scheduler_setup setup) {
    if (Fault == fault::hides_failures) setup.on_error = nullptr;
    return setup;
  }

  void work(unsigned id) {
    if (setup_.on_start) setup_.on_start(Fault == fault::starts_one_worker_twice && id == 1 ? 0 : id);
    for (;;) {
      task next;
      bool faulty = false;
      {
        std::unique_lock held(mutex_);
        const bool sleeps = Fault == fault::lets_one_worker_sleep && id == 1;
        more_.wait(held, [&] { return closed_ || (!queue_.empty() && !sleeps); });
        if (queue_.empty()) return;
        next = std::move(queue_.front());
        queue_.pop_front();
        faulty = ++taken_ % 1000 == 0;
      }
      if (Fault == fault::loses_every_1000th && faulty) next = [] {};
      if (Fault == fault::runs_every_1000th_twice && faulty) {
        // A task cannot be copied, but its bytes can; the scenario's captures stand that.
        alignas(task) std::byte bytes[sizeof(task)];
        std::memcpy(bytes, static_cast<void*>(&next), sizeof(task));
        (*std::launder(reinterpret_cast<task*>(bytes)))();
      }
      pending_.run(next);
    }
  }

  void forget_the_queued() {
    const std::lock_guard held(mutex_);
    for (; !queue_.empty(); queue_.pop_front()) pending_.end();
  }

  std::uint64_t accepted() const { return statistics().accepted; }
  std::uint64_t over() const {
    const worker_counts sum = statistics().sum();
    return sum.completed + sum.failed;
  }

  const scheduler_setup setup_;
  pending_tasks pending_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<task> queue_;
  std::uint64_t taken_ = 0;
  bool closed_ = false;
  std::mutex joining_;
  std::vector<std::thread> threads_;
};

}  // namespace schedlab::broken
