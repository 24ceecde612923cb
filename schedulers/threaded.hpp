// Threads for a pool that is a protocol without any: started by the constructor, joined by stop(). They have stacks of
// their own size, because a join runs other work on top of the waiting task; only what is touched takes memory.
//
// Progress: as the protocol. Who may call what: as the protocol; stop() any thread outside, any number of times.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <vector>

#include "schedulers/scheduler.hpp"

namespace schedlab {

inline constexpr std::size_t worker_stack_bytes = std::size_t{64} << 20;

template <class Protocol>
class threaded : public Protocol {
 public:
  explicit threaded(const scheduler_setup& setup) : Protocol(setup), starts_(setup.workers) {
    try {
      threads_.reserve(setup.workers);
      for (unsigned id = 0; id < setup.workers; ++id) start(id);
    } catch (...) {
      stop();
      throw;
    }
  }
  ~threaded() { stop(); }

  void stop() {
    this->end_work();
    const std::lock_guard held(joining_);
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
    threads_.clear();
  }

 private:
  struct start_of_worker {
    threaded* home;
    unsigned id;
  };

  void start(unsigned id) {
    starts_[id] = {this, id};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, worker_stack_bytes);
    pthread_t thread;
    const int error = pthread_create(&thread, &attributes, &body, &starts_[id]);
    pthread_attr_destroy(&attributes);
    if (error != 0) throw std::system_error(error, std::generic_category(), "a worker's thread could not be started");
    threads_.push_back(thread);
  }

  static void* body(void* argument) {
    const start_of_worker mine = *static_cast<start_of_worker*>(argument);
    // Its last quarter is left to what does not fork.
    const auto top = reinterpret_cast<std::uintptr_t>(&mine);
    mine.home->work(mine.id, top - worker_stack_bytes / 4 * 3);
    return nullptr;
  }

  std::vector<start_of_worker> starts_;
  std::mutex joining_;
  std::vector<pthread_t> threads_;
};

}  // namespace schedlab
