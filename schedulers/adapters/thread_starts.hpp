// Calls setup.on_start in threads that a library starts without asking: before the first task that such a thread runs for
// this scheduler. A thread that never gets a task is never called for. Where nobody asked for it, it costs a branch.
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
    if (!on_start_ || last().of == id_) return;
    // relaxed: numbers need only be different.
    start_as(next_.fetch_add(1, order::relaxed) % workers_);
  }
  // For a library that has numbers of its own; called for again if the thread comes back as another worker.
  void check_in(unsigned worker) {
    if (on_start_ && (last().of != id_ || last().worker != worker)) start_as(worker);
  }

 private:
  // What the thread started as. Schedulers are told apart by a number that is not used again, as an address would be.
  struct start {
    std::uint64_t of = 0;
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
    last() = {.of = id_, .worker = worker};
    on_start_(worker);
  }

  const std::function<void(unsigned worker)> on_start_;
  const unsigned workers_;
  const std::uint64_t id_ = new_id();
  atomic<unsigned, native_memory> next_{0};
};

}  // namespace schedlab
