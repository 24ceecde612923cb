// Stops a run that gets nowhere: if its progress has not changed for so long, the watchdog writes the report to
// standard error and ends the process with exit code 1. So a hang is never silent.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace schedlab {

class progress_watchdog {
 public:
  // `progress` returns any number that changes while the run gets on. The watchdog's own thread calls both functions.
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
