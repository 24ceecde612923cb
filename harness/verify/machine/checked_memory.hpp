// Checked memory: the policy under which a structure is explored. Every verb is a step of the machine that runs in this
// operating system thread; where no machine runs it may not be used.
#pragma once

#include <cstring>

#include "harness/verify/machine/machine.hpp"

namespace schedlab::verify {

class checked_mutex {
 public:
  void lock() { machine::here().waiting().lock(this, locked_); }
  bool try_lock() { return machine::here().waiting().try_lock(this, locked_); }
  void unlock() { machine::here().waiting().unlock(this, locked_); }
  // The machine has no time, so there are no times to count.
  lock_statistics statistics() const { return {}; }

 private:
  friend class checked_condition_variable;
  bool locked_ = false;
};

class checked_condition_variable {
 public:
  void wait(checked_mutex& mutex) { machine::here().waiting().wait_for_condition(this, &mutex, mutex.locked_); }
  void wake_one() { machine::here().waiting().wake(this, 1); }
  void wake_all() { machine::here().waiting().wake(this, ~std::uint32_t{0}); }

 private:
  // A member that gives the condition variable a place of its own in the explored memory.
  [[maybe_unused]] std::uint32_t place_ = 0;
};

// A constant whose value each scenario may choose.
template <auto Which>
struct constant_of_the_machine {
  operator auto() const { return machine::here().constants().*Which; }  // NOLINT(google-explicit-constructor)
};

struct checked_memory {
  using mutex = checked_mutex;
  using condition_variable = checked_condition_variable;

  template <class T>
  static T load(const T* at, order how, site where = site::here()) {
    return from_word<T>(machine::here().atomics().load(at, sizeof(T), how, where));
  }
  template <class T>
  static void store(T* at, T value, order how, site where = site::here()) {
    machine::here().atomics().store(at, sizeof(T), to_word(value), how, where);
  }
  template <class T>
  static T exchange(T* at, T value, order how, site where = site::here()) {
    return from_word<T>(machine::here().atomics().read_modify_write(at, sizeof(T), atomic_port::change::exchange,
                                                                    to_word(value), how, where));
  }
  template <class T>
  static bool compare_exchange(T* at, T& expected, T desired, order success, order failure, bool weak,
                               site where = site::here()) {
    std::uint64_t found = to_word(expected);
    const bool done = machine::here().atomics().compare_exchange(at, sizeof(T), found, to_word(desired), success,
                                                                 failure, weak, where);
    expected = from_word<T>(found);
    return done;
  }
  template <class T>
  static T fetch_add(T* at, T amount, order how, site where = site::here()) {
    return from_word<T>(machine::here().atomics().read_modify_write(at, sizeof(T), atomic_port::change::add,
                                                                    to_word(amount), how, where));
  }
  static void fence(order how, site where = site::here()) { machine::here().atomics().fence(how, where); }
  static void light_fence(site where = site::here()) { machine::here().atomics().light_fence(where); }
  static void heavy_fence(site where = site::here()) { machine::here().atomics().heavy_fence(where); }
  static void pause() { machine::here().pause(); }
  static void yield() { machine::here().pause(); }
  static void stand_back(unsigned) {}
  static void reads(const void* at, std::size_t bytes, site where = site::here()) {
    machine::here().plain().access(at, bytes, false, where);
  }
  static void writes(void* at, std::size_t bytes, site where = site::here()) {
    machine::here().plain().access(at, bytes, true, where);
  }
  static wait_status wait(std::uint32_t* at, std::uint32_t expected, std::uint64_t timeout_ns) {
    return machine::here().waiting().wait(at, expected, timeout_ns);
  }
  static void wake(std::uint32_t* at, std::uint32_t count) { machine::here().waiting().wake(at, count); }
  static void* allocate(std::size_t bytes, std::size_t alignment) {
    return machine::here().plain().allocate(bytes, alignment);
  }
  static void deallocate(void* place, std::size_t, std::size_t) { machine::here().plain().deallocate(place); }
  static void begins(const void* at, std::size_t bytes) { machine::here().plain().begins(at, bytes); }
  static void ends(const void* at, std::size_t bytes) { machine::here().plain().ends(at, bytes); }
  // These limits are small, so that the code behind them is explored, too.
  static constexpr std::uint32_t retry_limit = 2;
  static constexpr unsigned injection_turn = 2;
  static constexpr unsigned most_victims_of_a_look = 1;
  static constexpr unsigned deepest_nesting = 1;
  static constexpr constant_of_the_machine<&policy_constants::first_position> first_position{};
  static constexpr constant_of_the_machine<&policy_constants::retire_batch> retire_batch{};
  static void*& self() { return machine::here().self(); }

 private:
  template <class T>
  static std::uint64_t to_word(T value) {
    static_assert(sizeof(T) <= 8);
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof(T));
    return word;
  }
  template <class T>
  static T from_word(std::uint64_t word) {
    T value;
    std::memcpy(&value, &word, sizeof(T));
    return value;
  }
};

}  // namespace schedlab::verify
