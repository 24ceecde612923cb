// Stops a run that gets nowhere: if its progress has not changed for so long, the report goes to standard error and the
// process ends with exit code 1. Never a silent hang.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace schedlab {

class progress_watchdog {
 public:
  // `progress`: any number that changes while the run gets on. Both are called from the watchdog's own thread.
  progress_watchdog(double limit_s, std::function<std::uint64_t()> progress, std::function<std::string()> report);
  progress_watchdog(const progress_watchdog&) = delete;
  progress_watchdog& operator=(const progress_watchdog&) = delete;
  ~progress_watchdog();

 private:
  void watch();

  const double limit_s_;
  const std::function<std::uint64_t()> progress_;
  const std::function<std::string()> report_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace schedlab
