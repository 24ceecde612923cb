// Stalls the thread that makes it, about every millisecond for half of one, wherever it is: as if the system had taken
// its CPU away in the middle of an operation. A thread of its own sends signals at random moments; the handler sleeps.
// It does so on the CPU of the thread that it interrupts, which it only needs for a moment. One at a time in a process.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <cerrno>
#include <thread>

#include "workloads/queues/stalls.hpp"
#include "workloads/splitmix.hpp"

namespace schedlab {

// Clock::now() returns the time, and may be called in a signal handler.
template <class Clock>
class staller {
 public:
  explicit staller(stall_log& log) {
    log_ = &log;
    struct sigaction handling {};
    handling.sa_handler = stall;
    handling.sa_flags = SA_RESTART;
    sigemptyset(&handling.sa_mask);
    sigaction(SIGUSR2, &handling, &before_);
    thread_ =
        std::jthread([victim = pthread_self(), &log](const std::stop_token& stop) { interrupt(victim, log, stop); });
  }
  staller(const staller&) = delete;
  staller& operator=(const staller&) = delete;
  // The thread that made it must end it: then its signals have arrived.
  ~staller() {
    thread_.request_stop();
    thread_.join();
    sigaction(SIGUSR2, &before_, nullptr);
  }

 private:
  static constexpr long stall_ns = 500'000;
  static constexpr long shortest_pause_ns = 250'000;
  static constexpr long longest_pause_ns = 750'000;

  static void sleep(long nanoseconds) {
    const timespec time{0, nanoseconds};
    nanosleep(&time, nullptr);
  }

  // This calls only functions that are allowed in a signal handler.
  static void stall(int) {
    const int error = errno;
    log_->begin(Clock::now());
    sleep(stall_ns);
    log_->end(Clock::now());
    errno = error;
  }

  static void interrupt(pthread_t victim, const stall_log& log, const std::stop_token& stop) {
    splitmix random(1);
    for (std::uint64_t sent = 0; !stop.stop_requested();) {
      sleep(shortest_pause_ns + static_cast<long>(random.below(longest_pause_ns - shortest_pause_ns)));
      // Never two at once: the victim may be kept off its CPU for longer.
      if (log.ended() != sent) continue;
      pthread_kill(victim, SIGUSR2);
      ++sent;
      sleep(stall_ns);
    }
  }

  static inline stall_log* log_ = nullptr;
  struct sigaction before_ {};
  std::jthread thread_;
};

}  // namespace schedlab
