#include "harness/cells/pools/progress_watchdog.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

namespace schedlab {

progress_watchdog::progress_watchdog(double limit_s, std::function<std::uint64_t()> progress,
                                     std::function<std::string()> report)
    : limit_s_(limit_s), progress_(std::move(progress)), report_(std::move(report)), thread_([this] { watch(); }) {}

progress_watchdog::~progress_watchdog() {
  {
    const std::lock_guard held(mutex_);
    is_over_ = true;
  }
  over_.notify_one();
  thread_.join();
}

// The watchdog looks ten times per limit, which is rare enough not to show in a measurement.
void progress_watchdog::watch() {
  const auto interval = std::chrono::duration<double>(limit_s_ / 10);
  std::uint64_t last = progress_();
  int looks_without_progress = 0;
  std::unique_lock held(mutex_);
  while (!over_.wait_for(held, interval, [this] { return is_over_; })) {
    const std::uint64_t now = progress_();
    looks_without_progress = now == last ? looks_without_progress + 1 : 0;
    last = now;
    if (looks_without_progress < 10) continue;
    std::fprintf(stderr, "no progress for %g s\n%s\n", limit_s_, report_().c_str());
    ::_exit(1);
  }
}

}  // namespace schedlab
