// Peer: thread_pool::ThreadPool by R. Vaser (4.0, Debian's libthread-pool-dev): a queue per worker, each behind its mutex; a
// submission goes to the next queue that is not locked, and a worker without work looks into the others before it sleeps
// at its own. A sleeping worker is not told of a task in another's queue, so a task may lie behind a long one while a
// worker is idle. It has no joins.
//
// Submit makes a std::packaged_task in shared memory, a future that is never asked, and a std::function around both:
// three allocations per task, which are the price of the library and not of this adapter. Its threads end with the
// object and not with stop(): there is no other way to end them, and another thread's Submit may not have returned
// although its task is over.
// Who may call what: any thread, anything; drain, stop and run outside of tasks.
#pragma once

// The library uses std::result_of, which C++20 no longer has and libstdc++ keeps with a warning that clang shows even
// here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <thread_pool/thread_pool.hpp>
#pragma GCC diagnostic pop

#include "../adapters/pending_scheduler.hpp"

namespace schedlab {

class vaser_thread_pool : public pending_scheduler<vaser_thread_pool> {
 public:
  static constexpr scheduler_traits traits{
      .name = "vaser_thread_pool", .kind = design_kind::peer, .joins = false, .paper = "Vaser 2020, thread_pool"};

  explicit vaser_thread_pool(const scheduler_setup& setup) : pending_scheduler(setup), pool_(setup.workers) {}
  ~vaser_thread_pool() { stop(); }

  submit_status submit(task&& what, task_options /*options*/ = {}) {
    return pending_.accept([&] {
      pool_.Submit([this, mine = std::move(what)]() mutable {
        starts_.check_in();
        pending_.run(mine);
      });
    });
  }

 private:
  thread_pool::ThreadPool pool_;
};
static_assert(scheduler<vaser_thread_pool>);

}  // namespace schedlab
