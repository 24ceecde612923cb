// Yardstick: no scheduler at all. A task runs at once, in the thread that submits it; fork_join calls one after the
// other. A program's time on it is the time of the work itself, plus two atomic counts per submitted task and none per
// fork.
//
// Who may call what: any thread, anything; two threads that submit at the same time run their tasks at the same time.
// There are no workers, so on_start is not called.
#pragma once

#include "../adapters/first_exception.hpp"
#include "../adapters/pending_tasks.hpp"

namespace schedlab {

class serial {
 public:
  static constexpr scheduler_traits traits{
      .name = "serial", .kind = design_kind::yardstick, .queues = false, .paper = "a function call"};

  explicit serial(const scheduler_setup& setup) : pending_(setup) {}
  ~serial() { stop(); }

  unsigned worker_count() const { return 1; }

  submit_status submit(task&& what, task_options /*options*/ = {}) {
    return pending_.accept([&] {
      task mine = std::move(what);
      pending_.run(mine);
    });
  }

  void drain() { pending_.drain(); }
  void stop() { pending_.stop(); }
  scheduler_statistics statistics() const { return pending_.statistics(); }

  template <class F>
  void run(F&& root) {
    pending_.begin_run();
    first_exception error;
    {
      const pending_tasks::inside here(pending_);
      error.keep_from(root);
    }
    pending_.end();
    error.rethrow();
  }

  template <class F, class G>
  void fork_join(F&& f, G&& g) {
    std::exception_ptr error;
    try {
      f();
    } catch (...) {
      error = std::current_exception();
    }
    g();
    if (error) std::rethrow_exception(error);
  }

  class group {
   public:
    explicit group(serial& of) { of.pending_.check_inside("group"); }
    template <class F>
    void spawn(F&& f) {
      std::decay_t<F> child(std::forward<F>(f));
      error_.keep_from(child);
    }
    void sync() { error_.rethrow(); }

   private:
    first_exception error_;
  };

 private:
  pending_tasks pending_;
};
static_assert(joining_scheduler<serial>);

}  // namespace schedlab
