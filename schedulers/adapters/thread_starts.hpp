// Calls setup.on_start in threads that a library starts by itself: before the first task that such a thread runs for
// this scheduler. It is never called in a thread that gets no task. A setup without on_start costs a branch per task.
#pragma once

#include "../../queues/memory/atomic.hpp"
#include "../../queues/memory/native_memory.hpp"
#include "../scheduler.hpp"

namespace schedlab {

class thread_starts {
 public:
  explicit thread_starts(const scheduler_setup& setup) : on_start_(setup.on_start), workers_(setup.workers) {}

  // The calling thread is about to run a task. Threads are numbered as they come, from 0 to workers - 1 and again.
  void check_in() {
    if (!on_start_ || last().scheduler == id_) return;
    // relaxed: numbers need only be different.
    start_as(next_.fetch_add(1, order::relaxed) % workers_);
  }
  // For a library that numbers its threads; on_start is called again if the thread comes back as another worker.
  void check_in(unsigned worker) {
    if (on_start_ && (last().scheduler != id_ || last().worker != worker)) start_as(worker);
  }

 private:
  // For which scheduler, and as which worker, the thread was last started. A scheduler is known by a number that is
  // never used again; its address might be.
  struct start {
    std::uint64_t scheduler = 0;
    unsigned worker = 0;
  };
  static start& last() {
    thread_local start mine;
    return mine;
  }
  static std::uint64_t new_id() {
    static atomic<std::uint64_t, native_memory> ids{0};
    // relaxed: numbers need only be different.
    return 1 + ids.fetch_add(1, order::relaxed);
  }

  void start_as(unsigned worker) {
    last() = {.scheduler = id_, .worker = worker};
    on_start_(worker);
  }

  const std::function<void(unsigned worker)> on_start_;
  const unsigned workers_;
  const std::uint64_t id_ = new_id();
  atomic<unsigned, native_memory> next_{0};
};

}  // namespace schedlab
