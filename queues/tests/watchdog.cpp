#include "queues/tests/watchdog.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace schedlab {

watchdog::watchdog(std::string scope, std::chrono::seconds limit)
    : scope_(std::move(scope)), thread_([this, limit] { watch(limit); }) {}

watchdog::~watchdog() {
  {
    const std::lock_guard held(mutex_);
    done_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void watchdog::watch(std::chrono::seconds limit) {
  std::unique_lock lock(mutex_);
  // A point in system time, because ThreadSanitizer does not know the wait that a steady one compiles to.
  const auto end = std::chrono::system_clock::now() + limit;
  if (ended_.wait_until(lock, end, [this] { return done_; })) return;
  std::fprintf(stderr, "%s: no end after %lld s\n", scope_.c_str(), static_cast<long long>(limit.count()));
  std::abort();
}

}  // namespace schedlab
