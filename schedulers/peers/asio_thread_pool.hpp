// Peer: boost::asio::thread_pool (Boost 1.74 and newer), one queue behind a mutex for all workers. A task goes in by
// boost::asio::post, from any thread; a task of the pool's own threads goes to a list of the thread's first, which the
// library empties into the queue when the running task is over. It has no joins.
//
// Who may call what: any thread, anything; drain, stop and run outside of tasks.
#pragma once

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include "../adapters/pending_scheduler.hpp"

namespace schedlab {

class asio_thread_pool : public pending_scheduler<asio_thread_pool> {
 public:
  static constexpr scheduler_traits traits{.name = "asio_thread_pool",
                                           .kind = design_kind::peer,
                                           .joins = false,
                                           .paper = "Kohlhoff, Boost.Asio thread_pool"};

  explicit asio_thread_pool(const scheduler_setup& setup) : pending_scheduler(setup), pool_(setup.workers) {}
  ~asio_thread_pool() { stop(); }

  submit_status submit(task&& what, task_options /*options*/ = {}) {
    return pending_.accept([&] {
      boost::asio::post(pool_, [this, mine = std::move(what)]() mutable {
        starts_.check_in();
        pending_.run(mine);
      });
    });
  }

  void stop() {
    pending_.stop();
    std::call_once(joined_, [this] { pool_.join(); });
  }

 private:
  boost::asio::thread_pool pool_;
  std::once_flag joined_;
};
static_assert(scheduler<asio_thread_pool>);

}  // namespace schedlab
