// Mutexes, sleeping and waking. Who sleeps is run again only if it is woken (or, a bounded number of times, for no
// reason), so a lost wake-up ends in a deadlock that the machine reports.
#include "harness/verify/machine.hpp"

namespace schedlab::verify {

machine::mutex_state& machine::mutex_at(const void* mutex) {
  valid_mark(mutex, 1);
  for (mutex_state& m : mutexes_) {
    if (m.at == mutex) return m;
  }
  mutexes_.push_back({mutex, {}});
  return mutexes_.back();
}

// What a system call does, and a mutex's locked instructions: nothing overtakes it.
void machine::full_barrier() {
  if (alone()) return;
  is_weak() ? weak_.fence(current_, order::seq_cst) : drain_buffer();
}

void machine::take_over(mutex_state& mutex, bool& locked) {
  locked = true;
  if (!alone()) {
    is_weak() ? weak_.take_up(current_, mutex.released) : known(current_).join(mutex.released.known);
  }
  // What the mutex protects may be plain members: whoever holds it may have read them all.
  observe(heap_.hash_of_contents());
  somebody_changed_something();
}

void machine::lock(void* mutex, bool& locked) {
  before_access(true);
  if (!alone() && !is_weak()) drain_buffer();
  while (locked) {
    if (alone()) refute(violation_kind::deadlock, "a mutex is locked when all threads are gone");
    thread_state& t = threads_[current_];
    t.is = standing::blocked;
    t.waits_for = mutex;
    schedule();
  }
  threads_[current_].waits_for = nullptr;
  note(step_kind::lock, mutex, 0, order::acquire, {});
  take_over(mutex_at(mutex), locked);
}

bool machine::try_lock(void* mutex, bool& locked) {
  before_access(true);
  if (!alone() && !is_weak()) drain_buffer();
  observe(locked ? 0 : 1);
  note(step_kind::lock, mutex, 0, order::acquire, {}).success = !locked;
  if (locked) return false;
  take_over(mutex_at(mutex), locked);
  return true;
}

void machine::unlock(void* mutex, bool& locked) {
  before_access(true);
  release(mutex, locked);
}

void machine::release(void* mutex, bool& locked) {
  if (!locked) refute(violation_kind::assertion, "a mutex is unlocked that nobody holds");
  if (!alone() && !is_weak()) drain_buffer();
  note(step_kind::unlock, mutex, 0, order::release, {});
  mutex_state& state = mutex_at(mutex);
  if (!alone()) {
    if (is_weak()) {
      state.released = weak_.current(current_);
    } else {
      state.released.known = known(current_);
    }
  }
  locked = false;
  for (unsigned t = 0; t < thread_count_; ++t) {
    if (threads_[t].is == standing::blocked && threads_[t].waits_for == mutex) threads_[t].is = standing::ready;
  }
  somebody_changed_something();
}

wait_status machine::wait(std::uint32_t* at, std::uint32_t expected, std::uint64_t timeout_ns) {
  before_access(true);
  full_barrier();
  const std::size_t index = atomic_at(at, sizeof *at);
  const std::uint64_t value = is_weak() ? weak_.record(weak_.newest(index)).value : strong_.load(current_, index).value;
  observe(value);
  if (value != expected) return wait_status::changed;
  if (alone()) refute(violation_kind::deadlock, "somebody waits when all threads are gone");
  const bool forever = timeout_ns == wait_forever;
  sleep_on(at, forever ? standing::asleep : standing::asleep_for_a_time);
  const bool woken = threads_[current_].woken || forever;  // a spurious wake looks like a wake
  observe(woken ? 1 : 0);
  return woken ? wait_status::woken : wait_status::timed_out;
}

void machine::sleep_on(const void* at, standing how) {
  note(step_kind::sleep, at, 0, order::seq_cst, {});
  thread_state& t = threads_[current_];
  t.is = how;
  t.woken = false;
  t.waits_for = at;
  schedule();
  t.is = standing::ready;
  t.chosen = true;
  t.waits_for = nullptr;
}

void machine::wake(const void* at, std::uint32_t count) {
  before_access(true);
  full_barrier();
  note(step_kind::wake, at, 0, order::seq_cst, {}).written = count;
  for (std::uint32_t woken = 0; woken < count; ++woken) {
    std::array<unsigned, most_threads> sleepers;
    unsigned found = 0;
    for (unsigned t = 0; t < thread_count_; ++t) {
      const thread_state& s = threads_[t];
      const bool asleep = s.is == standing::asleep || s.is == standing::asleep_for_a_time;
      if (asleep && s.waits_for == at) sleepers[found++] = t;
    }
    if (found == 0) return;
    const unsigned chosen = sleepers[found > 1 && found > count - woken ? pick(found, 5000 + current_) : 0];
    threads_[chosen].woken = true;
    threads_[chosen].is = standing::ready;
    somebody_changed_something();
  }
}

void machine::wait_for_condition(void* condition, void* mutex, bool& locked) {
  before_access(true);
  if (alone()) refute(violation_kind::deadlock, "somebody waits when all threads are gone");
  release(mutex, locked);
  sleep_on(condition, standing::asleep);
  observe(1);
  lock(mutex, locked);
}

}  // namespace schedlab::verify
