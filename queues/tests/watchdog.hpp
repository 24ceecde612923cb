// Ends the process, saying where it was, if a scope takes too long: a test that hangs is a failed test with a name.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace schedlab {

class watchdog {
 public:
  explicit watchdog(std::string scope, std::chrono::seconds limit = std::chrono::seconds(300));
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;
  ~watchdog();

 private:
  void watch(std::chrono::seconds limit);

  const std::string scope_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace schedlab
