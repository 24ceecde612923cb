#include "harness/verify/machine/waiting_port.hpp"

#include <array>

namespace schedlab::verify {

void waiting_port::drain_own_buffer() {
  if (!threads_.alone() && !memory_.is_weak()) threads_.drain_buffer_of(threads_.current());
}

// The barrier of a system call and of a mutex's locked instructions: no access overtakes it.
void waiting_port::full_barrier() {
  if (!threads_.alone() && memory_.is_weak()) memory_.weak().fence(threads_.current(), order::seq_cst);
  drain_own_buffer();
}

void waiting_port::take_over(const void* mutex, bool& locked) {
  locations_.check_allocated(mutex, 1);
  const view& released = memory_.handed_over_by(mutex);
  locked = true;
  if (!threads_.alone()) {
    const unsigned self = threads_.current();
    memory_.is_weak() ? memory_.weak().take_up(self, released) : memory_.known(self).join(released.known);
  }
  // The mutex may protect plain members, and its new holder may read them all, so the thread's state depends on them.
  threads_.observe(memory_.heap().hash_of_contents());
  threads_.somebody_changed_something();
}

void waiting_port::lock(void* mutex, bool& locked) {
  threads_.before_access(true);
  drain_own_buffer();
  while (locked) {
    if (threads_.alone()) threads_.refute(violation_kind::deadlock, "a mutex is locked when all threads are gone");
    threads_.wait_for_mutex(mutex);
  }
  threads_.note(step_kind::lock, mutex, 0, order::acquire, {});
  take_over(mutex, locked);
}

bool waiting_port::try_lock(void* mutex, bool& locked) {
  threads_.before_access(true);
  drain_own_buffer();
  threads_.observe(locked ? 0 : 1);
  threads_.note(step_kind::lock, mutex, 0, order::acquire, {}).success = !locked;
  if (locked) return false;
  take_over(mutex, locked);
  return true;
}

void waiting_port::unlock(void* mutex, bool& locked) {
  threads_.before_access(true);
  release(mutex, locked);
}

void waiting_port::release(void* mutex, bool& locked) {
  if (!locked) threads_.refute(violation_kind::assertion, "a mutex is unlocked that nobody holds");
  drain_own_buffer();
  threads_.note(step_kind::unlock, mutex, 0, order::release, {});
  locations_.check_allocated(mutex, 1);
  view& released = memory_.handed_over_by(mutex);
  if (!threads_.alone()) {
    const unsigned self = threads_.current();
    if (memory_.is_weak()) {
      released = memory_.weak().current(self);
    } else {
      released.known = memory_.known(self);
    }
  }
  locked = false;
  threads_.mutex_is_free(mutex);
  threads_.somebody_changed_something();
}

wait_status waiting_port::wait(std::uint32_t* at, std::uint32_t expected, std::uint64_t timeout_ns) {
  threads_.before_access(true);
  full_barrier();
  const std::size_t index = locations_.atomic_at(at, sizeof *at);
  weak_memory& weak = memory_.weak();
  const std::uint64_t value = memory_.is_weak() ? weak.record(weak.newest(index)).value
                                                : memory_.strong().load(threads_.current(), index).value;
  threads_.observe(value);
  if (value != expected) return wait_status::changed;
  if (threads_.alone()) threads_.refute(violation_kind::deadlock, "somebody waits when all threads are gone");
  const bool forever = timeout_ns == wait_forever;
  const bool woken = sleep_on(at, !forever) || forever;  // a spurious wake looks like a real one
  threads_.observe(woken ? 1 : 0);
  return woken ? wait_status::woken : wait_status::timed_out;
}

bool waiting_port::sleep_on(const void* at, bool for_a_time) {
  threads_.note(step_kind::sleep, at, 0, order::seq_cst, {});
  return threads_.sleep_on(at, for_a_time);
}

void waiting_port::wake(const void* at, std::uint32_t count) {
  threads_.before_access(true);
  full_barrier();
  threads_.note(step_kind::wake, at, 0, order::seq_cst, {}).written = count;
  for (std::uint32_t woken = 0; woken < count; ++woken) {
    std::array<unsigned, most_threads> sleepers;
    const unsigned found = threads_.sleepers_on(at, sleepers);
    if (found == 0) return;
    const bool is_choice = found > 1 && found > count - woken;
    threads_.wake(sleepers[is_choice ? threads_.pick(found, 5000 + threads_.current()) : 0]);
  }
}

void waiting_port::wait_for_condition(void* condition, void* mutex, bool& locked) {
  threads_.before_access(true);
  if (threads_.alone()) threads_.refute(violation_kind::deadlock, "somebody waits when all threads are gone");
  release(mutex, locked);
  sleep_on(condition, false);
  threads_.observe(1);
  lock(mutex, locked);
}

}  // namespace schedlab::verify
