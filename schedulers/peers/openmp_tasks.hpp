// Peer: tasks of OpenMP 4.5, as libgomp (g++) and libomp (clang++) have them. run() opens a parallel region of `workers`
// threads, the caller among them, one of which calls the function; submit, fork_join and group make tasks in it, which is
// why nothing can be submitted from outside. The region ends when all its tasks are over. One region at a time: a second
// run() waits.
//
// A join is a taskwait, which waits for all children of the task, also for those that it has submitted. libgomp runs a new
// task at once where 64 per thread are waiting already. on_start is called in all threads but the caller's, which would
// stay pinned afterwards, with the number that OpenMP gives them.
// libomp 14 corrupts its memory when a thread that has opened a region ends, because the tasks came from that thread's
// memory: with clang++ the callers of run() must outlive the other users of the library, as the main thread does.
// Who may call what: run, drain and stop any thread outside of tasks, everything else inside.
#pragma once

#include <omp.h>

#include "../adapters/first_exception.hpp"
#include "../adapters/pending_scheduler.hpp"

namespace schedlab {

class openmp_tasks : public pending_scheduler<openmp_tasks> {
 public:
  static constexpr scheduler_traits traits{.name = "openmp_tasks",
                                           .kind = design_kind::peer,
                                           .takes_outside_tasks = false,
                                           .paper = "OpenMP 4.5, task and taskwait"};
  // ThreadSanitizer does not see how the library, which comes compiled, orders its threads.
  static constexpr bool synchronizes_unseen = true;

  explicit openmp_tasks(const scheduler_setup& setup) : pending_scheduler(setup) {}
  ~openmp_tasks() { stop(); }

  submit_status submit(task&& what, task_options /*options*/ = {}) {
    const bool outside = !pending_.is_inside();
    if (outside && !pending_.stopped()) {
      throw std::logic_error("submit: OpenMP takes tasks only inside a task of this scheduler; begin with run()");
    }
    task* given = nullptr;
    // The whole `what` cannot be captured: a task of OpenMP may not refer to a callable's own copy of `this`.
    const submit_status answer = pending_.accept([&] { given = keep(std::move(what)); });
    if (answer == submit_status::stopped) return answer;
#pragma omp task default(shared) firstprivate(given)
    {
      const kept_task mine(given);
      pending_.run(*mine);
    }
    return answer;
  }

  template <class F>
  void run(F&& root) {
    pending_.begin_run();
    first_exception error;
    {
      const std::lock_guard alone(region_);
      const int workers = static_cast<int>(worker_count());
#pragma omp parallel num_threads(workers) default(shared)
      {
        const int number = omp_get_thread_num();
        if (number > 0) starts_.check_in(static_cast<unsigned>(number));
#pragma omp single
        {
          const pending_tasks::inside here(pending_);
          error.keep_from(root);
        }
      }
    }
    pending_.end();
    error.rethrow();
  }

  template <class F, class G>
  void fork_join(F&& f, G&& g) {
    std::exception_ptr error;
#pragma omp task default(shared)
    {
      const pending_tasks::inside here(pending_);
      try {
        f();
      } catch (...) {
        error = std::current_exception();
      }
    }
    try {
      g();
    } catch (...) {
      wait_for_children();
      throw;
    }
    wait_for_children();
    if (error) std::rethrow_exception(error);
  }

  class group {
   public:
    explicit group(openmp_tasks& of) : home_(of) { home_.pending_.check_inside("group"); }
    group(const group&) = delete;
    group& operator=(const group&) = delete;
    ~group() { wait_for_children(); }

    template <class F>
    void spawn(F&& f) {
      task* const given = keep(task(std::forward<F>(f)));
#pragma omp task default(shared) firstprivate(given)
      {
        const kept_task mine(given);
        const pending_tasks::inside here(home_.pending_);
        error_.keep_from(*mine);
      }
    }
    void sync() {
      wait_for_children();
      error_.rethrow();
    }

   private:
    openmp_tasks& home_;
    first_exception error_;
  };

 private:
  // OpenMP copies what a task captures, so the task captures a pointer.
  struct give_back {
    void operator()(task* what) const {
      what->~task();
      pooled_blocks::give_back(what, sizeof(task), alignof(task));
    }
  };
  using kept_task = std::unique_ptr<task, give_back>;
  static task* keep(task&& what) {
    return ::new (pooled_blocks::take(sizeof(task), alignof(task))) task(std::move(what));
  }

  static void wait_for_children(){
#pragma omp taskwait
  }

  std::mutex region_;
};
static_assert(joining_scheduler<openmp_tasks>);

}  // namespace schedlab
