// What all schedulers over a library do alike: count what is pending, wait for it, stop. The library's scheduler derives from
// it, adds submit(), and what it does in another way.
#pragma once

#include "pending_tasks.hpp"
#include "run_as_task.hpp"
#include "thread_starts.hpp"

namespace schedlab {

template <class Scheduler>
class pending_scheduler {
 public:
  unsigned worker_count() const { return pending_.workers(); }
  void drain() { pending_.drain(); }
  void stop() { pending_.stop(); }
  scheduler_statistics statistics() const { return pending_.statistics(); }

  template <class F>
  void run(F&& root) {
    pending_.check_outside("run");
    run_as_task(static_cast<Scheduler&>(*this), root);
  }

 protected:
  explicit pending_scheduler(const scheduler_setup& setup) : pending_(setup), starts_(setup) {}

  pending_tasks pending_;
  thread_starts starts_;
};

}  // namespace schedlab
