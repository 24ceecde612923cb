// Ends the process, saying where it was, if a scope takes too long: a test that hangs is a failed test with a name.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

namespace schedlab {

class watchdog {
 public:
  explicit watchdog(std::string what, std::chrono::seconds limit = std::chrono::seconds(300))
      : what_(std::move(what)), thread_([this, limit] { watch(limit); }) {}
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;
  ~watchdog() {
    {
      const std::lock_guard held(mutex_);
      done_ = true;
    }
    ended_.notify_one();
    thread_.join();
  }

 private:
  void watch(std::chrono::seconds limit) {
    std::unique_lock lock(mutex_);
    // A point in system time, because ThreadSanitizer does not know the wait that a steady one compiles to.
    const auto end = std::chrono::system_clock::now() + limit;
    if (ended_.wait_until(lock, end, [this] { return done_; })) return;
    std::fprintf(stderr, "%s: no end after %lld s\n", what_.c_str(), static_cast<long long>(limit.count()));
    std::abort();
  }

  const std::string what_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace schedlab
