// Peer: oneTBB 2021. submit is task_arena::enqueue from outside, into queues of the arena, and inside a task
// task_group::run, onto the worker's own deque, as people would write it; fork_join and group are tbb::task_group in the
// idiom "spawn one, call the other", last in first out on the worker's own deque, from which others steal.
//
// One arena with as many slots as there are workers, none of them reserved, so all tasks run on that many threads of the
// library's. run() enqueues its task and waits: a caller that executed in the arena would take any of the slots, and the
// library's thread, pinned as its slot says, could end up on the caller's CPU (on two CPUs it did in two of three processes,
// and the second worker gained nothing). A global_control lets the library make that many threads, also beyond the cores; of
// several schedulers that live at the same time the smallest number of workers counts.
// The threads belong to the process and outlive a stop, asleep. on_start is called with the number of the slot, and again if
// the thread comes back to another.
// Exceptions of children are kept here, because in the library they would cancel the siblings.
// Who may call what: any thread, anything; drain, stop and run outside of tasks, fork_join and group inside.
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/task_scheduler_observer.h>

#include <mutex>

#include "../adapters/first_exception.hpp"
#include "../adapters/pending_scheduler.hpp"

namespace schedlab {

class tbb_arena : public pending_scheduler<tbb_arena> {
 public:
  static constexpr scheduler_traits traits{
      .name = "tbb_arena", .kind = design_kind::peer, .paper = "oneTBB task_arena, task_group"};
  // ThreadSanitizer does not see how the library, which comes compiled, orders its threads.
  static constexpr bool synchronizes_unseen = true;

  explicit tbb_arena(const scheduler_setup& setup)
      : pending_scheduler(setup),
        allowed_(tbb::global_control::max_allowed_parallelism, setup.workers + 1),
        arena_(static_cast<int>(setup.workers), /*reserved_for_masters=*/0),
        entries_(arena_, starts_, setup.workers) {
    if (setup.on_start) entries_.observe(true);
  }
  ~tbb_arena() noexcept { stop(); }

  submit_status submit(task&& what, task_options /*options*/ = {}) {
    return pending_.accept([&] {
      auto body = called_once([this, mine = std::move(what)]() mutable { pending_.run(mine); });
      if (pending_.is_inside()) {
        of_tasks_.run(std::move(body));
      } else {
        arena_.enqueue(std::move(body));
      }
    });
  }

  void stop() {
    pending_.stop();
    std::call_once(waited_, [this] { arena_.execute([this] { of_tasks_.wait(); }); });
  }

  template <class F, class G>
  void fork_join(F&& f, G&& g) {
    tbb::task_group children;
    std::exception_ptr error;
    children.run([&] {
      const pending_tasks::inside here(pending_);
      try {
        f();
      } catch (...) {
        error = std::current_exception();
      }
    });
    try {
      g();
    } catch (...) {
      children.wait();
      throw;
    }
    children.wait();
    if (error) std::rethrow_exception(error);
  }

  class group {
   public:
    explicit group(tbb_arena& of) : home_(of) { home_.pending_.check_inside("group"); }
    group(const group&) = delete;
    group& operator=(const group&) = delete;
    ~group() { children_.wait(); }

    template <class F>
    void spawn(F&& f) {
      children_.run(called_once([this, child = std::forward<F>(f)]() mutable {
        const pending_tasks::inside here(home_.pending_);
        error_.keep_from(child);
      }));
    }
    void sync() {
      children_.wait();
      error_.rethrow();
    }

   private:
    tbb_arena& home_;
    first_exception error_;
    tbb::task_group children_;
  };

 private:
  // The library calls its copy of a callable as a const one.
  template <class F>
  class called_once {
   public:
    explicit called_once(F&& f) : body_(std::move(f)) {}
    void operator()() const { body_(); }

   private:
    mutable F body_;
  };

  // The library tells this object when a thread takes a slot of the arena.
  class entries : public tbb::task_scheduler_observer {
   public:
    entries(tbb::task_arena& arena, thread_starts& starts, unsigned workers)
        : task_scheduler_observer(arena), starts_(starts), workers_(workers) {}
    ~entries() override { observe(false); }
    void on_scheduler_entry(bool /*is_worker*/) override {
      starts_.check_in(static_cast<unsigned>(tbb::this_task_arena::current_thread_index()) % workers_);
    }

   private:
    thread_starts& starts_;
    const unsigned workers_;  // an arena for one has two slots nevertheless
  };

  tbb::global_control allowed_;
  tbb::task_arena arena_;
  entries entries_;
  tbb::task_group of_tasks_;
  std::once_flag waited_;
};
static_assert(joining_scheduler<tbb_arena>);

}  // namespace schedlab
