// Gives threads to a pool that has none of its own: the constructor starts them, stop() joins them. Their stacks have a
// size of their own, because a join runs other work on top of the waiting task; only pages that are touched take
// memory. The constructor returns when all threads are at work, and throws if one found no memory to begin with.
//
// Progress: as the protocol. Who may call what: as the protocol; stop() any thread outside, any number of times.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "../queues/memory/atomic.hpp"
#include "../queues/memory/native_memory.hpp"
#include "scheduler.hpp"

namespace schedlab {

inline constexpr std::size_t least_stack_bytes = std::size_t{64} << 10;

template <class Protocol>
class threaded : public Protocol {
 public:
  explicit threaded(const scheduler_setup& setup)
      : Protocol(setup), stack_bytes_(checked_stack(setup.stack_bytes)), starts_(setup.workers) {
    try {
      threads_.reserve(setup.workers);
      for (unsigned id = 0; id < setup.workers; ++id) start(id);
      for (worker_start& each : starts_) each.wait();
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
  // What a new thread needs to begin, and how it reports that it is at work or has failed to begin.
  class worker_start {
   public:
    void begin_with(threaded* home, unsigned id) {
      home_ = home;
      id_ = id;
    }

    void work() {
      const auto top = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
      try {
        const std::uintptr_t bottom = stack_bottom();
        // The last quarter of the stack is kept for calls that do not fork.
        home_->work(id_, bottom + (top - bottom) / 4, [this] { tell(); });
      } catch (...) {
        error_ = std::current_exception();
        tell();
      }
    }

    void wait() {
      // acquire: pairs with the release in tell.
      while (reported_.load(order::acquire) == 0) (void)native_memory::wait(reported_.address(), 0, wait_forever);
      if (error_) std::rethrow_exception(error_);
    }

   private:
    void tell() {
      // release: pairs with the acquire in wait.
      reported_.store(1, order::release);
      native_memory::wake(reported_.address(), 1);
    }

    threaded* home_ = nullptr;
    unsigned id_ = 0;
    std::exception_ptr error_;
    atomic<std::uint32_t, native_memory> reported_{0};
  };

  void start(unsigned id) {
    starts_[id].begin_with(this, id);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes_);
    pthread_t thread;
    const int error = pthread_create(&thread, &attributes, &body, &starts_[id]);
    pthread_attr_destroy(&attributes);
    if (error != 0) {
      throw std::system_error(
          error, std::generic_category(),
          "a worker's thread with a stack of " + std::to_string(stack_bytes_) + " bytes could not be started");
    }
    threads_.push_back(thread);
  }

  static void* body(void* argument) {
    static_cast<worker_start*>(argument)->work();
    return nullptr;
  }

  // The lowest address of this thread's stack. The system is asked, because the stack does not begin at its top: the
  // thread's thread-locals lie there, of which a program may have many, and a sanitizer has 770 KB.
  static std::uintptr_t stack_bottom() {
#if defined(__APPLE__)
    return reinterpret_cast<std::uintptr_t>(pthread_get_stackaddr_np(pthread_self())) -
           pthread_get_stacksize_np(pthread_self());
#else
    pthread_attr_t attributes;
    if (const int error = pthread_getattr_np(pthread_self(), &attributes); error != 0) {
      throw std::system_error(error, std::generic_category(), "a worker can't learn where its stack is");
    }
    void* lowest = nullptr;
    std::size_t bytes = 0;
    pthread_attr_getstack(&attributes, &lowest, &bytes);
    pthread_attr_destroy(&attributes);
    return reinterpret_cast<std::uintptr_t>(lowest);
#endif
  }

  // The size in whole pages, which some systems require.
  static std::size_t checked_stack(std::size_t bytes) {
    if (bytes < least_stack_bytes) {
      throw std::invalid_argument("a worker's stack has " + std::to_string(least_stack_bytes) + " bytes or more, not " +
                                  std::to_string(bytes));
    }
    return (bytes + least_stack_bytes - 1) / least_stack_bytes * least_stack_bytes;
  }

  const std::size_t stack_bytes_;
  std::vector<worker_start> starts_;
  std::mutex joining_;
  std::vector<pthread_t> threads_;
};

}  // namespace schedlab
