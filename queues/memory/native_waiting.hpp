// Waiting on a real machine: a mutex that knows how contended it was, a condition variable over it, and waiting on an
// address.
#pragma once

#include <stdint.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#elif defined(__APPLE__)
#include <cerrno>
// Darwin's address wait; the public os_sync_wait_on_address only exists from macOS 14.4.
extern "C" int __ulock_wait(uint32_t operation, void* address, uint64_t value, uint32_t timeout_us);
extern "C" int __ulock_wake(uint32_t operation, void* address, uint64_t wake_value);
#endif

namespace schedlab {

enum class wait_status { woken, changed, timed_out };

inline constexpr uint64_t wait_forever = ~uint64_t{0};

// Which threads wait at an address and wake others there. Within one process the system need not look up the page.
enum class waiters { of_this_process, of_any_process };

struct lock_statistics {
  uint64_t contended = 0;  // acquisitions that found the lock taken
  uint64_t waited_ns = 0;  // the time those waited until they had it
};

// std::mutex plus two counters, which the lock itself protects. An uncontended acquisition pays nothing for them.
class native_mutex {
 public:
  void lock() {
    if (mutex_.try_lock()) return;
    const auto began = std::chrono::steady_clock::now();
    mutex_.lock();
    const auto waited = std::chrono::steady_clock::now() - began;
    statistics_.contended += 1;
    statistics_.waited_ns += static_cast<uint64_t>(std::chrono::nanoseconds(waited).count());
  }
  bool try_lock() { return mutex_.try_lock(); }
  void unlock() { mutex_.unlock(); }

  // The caller must hold the lock.
  lock_statistics statistics() const { return statistics_; }

 private:
  friend class native_condition_variable;
  std::mutex mutex_;
  lock_statistics statistics_;
};

class native_condition_variable {
 public:
  // The caller holds the mutex, and holds it again afterwards. Wakes may be spurious.
  void wait(native_mutex& mutex) {
    std::unique_lock lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }
  void wake_one() { condition_.notify_one(); }
  void wake_all() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

// Sleeps while *at == expected, until woken or timed out. Wakes may be spurious: look again.
inline wait_status native_wait(uint32_t* at, uint32_t expected, uint64_t timeout_ns, waiters whose) {
#if defined(__linux__)
  const int operation = whose == waiters::of_this_process ? FUTEX_WAIT_PRIVATE : FUTEX_WAIT;
  timespec timeout{static_cast<time_t>(timeout_ns / 1'000'000'000), static_cast<long>(timeout_ns % 1'000'000'000)};
  timespec* limit = timeout_ns == wait_forever ? nullptr : &timeout;
  if (syscall(SYS_futex, at, operation, expected, limit, nullptr, 0) == 0) return wait_status::woken;
  if (errno == ETIMEDOUT) return wait_status::timed_out;
  return errno == EAGAIN ? wait_status::changed : wait_status::woken;
#else
  const uint32_t compare_and_wait = whose == waiters::of_this_process ? 1 : 3;
  const uint64_t microseconds = timeout_ns == wait_forever ? 0 : timeout_ns / 1000 + 1;  // 0 means for ever
  const auto limit = static_cast<uint32_t>(microseconds > UINT32_MAX ? UINT32_MAX : microseconds);
  if (__ulock_wait(compare_and_wait, at, expected, limit) >= 0) {
    return __atomic_load_n(at, __ATOMIC_RELAXED) == expected ? wait_status::woken : wait_status::changed;
  }
  return errno == ETIMEDOUT ? wait_status::timed_out : wait_status::woken;
#endif
}

inline void native_yield() { std::this_thread::yield(); }

inline void native_wake(uint32_t* at, uint32_t count, waiters whose) {
#if defined(__linux__)
  const int operation = whose == waiters::of_this_process ? FUTEX_WAKE_PRIVATE : FUTEX_WAKE;
  // The system takes the count for a signed number.
  syscall(SYS_futex, at, operation, count > INT32_MAX ? INT32_MAX : count, nullptr, nullptr, 0);
#else
  const uint32_t compare_and_wait = whose == waiters::of_this_process ? 1 : 3;
  constexpr uint32_t wake_all = 0x100;
  __ulock_wake(count == 1 ? compare_and_wait : compare_and_wait | wake_all, at, 0);
#endif
}

}  // namespace schedlab
