// Delaying memory: native memory in which a thread now and then waits before an atomic access: it spins, yields its
// core or sleeps. Two cores interleave threads at few places by themselves; with delays, a thread may be stopped
// between any two accesses for long enough that others do whole operations meanwhile. The execution is still native: a
// seed that has found something once need not find it again, because only the delays repeat, not the interleaving.
//
// A thread delays nothing until it is given a seed.
#pragma once

#include <chrono>
#include <thread>

#include "queues/memory/native_memory.hpp"
#include "workloads/splitmix.hpp"

namespace schedlab::verify {

struct delaying_memory : native_memory {
  // Gives the calling thread its seed. How often the thread waits follows from it: once in 4 to once in 128 accesses.
  static void seed_this_thread(std::uint64_t seed) {
    splitmix random(seed);
    const std::uint64_t one_in = std::uint64_t{4} << random.below(6);
    mine() = {random, one_in};
  }
  static void stop_delaying() { mine().one_in = 0; }

  template <class T>
  static T load(const T* at, order how, site where = {}) {
    dawdle();
    return native_memory::load(at, how, where);
  }
  template <class T>
  static void store(T* at, T value, order how, site where = {}) {
    dawdle();
    native_memory::store(at, value, how, where);
  }
  template <class T>
  static T exchange(T* at, T value, order how, site where = {}) {
    dawdle();
    return native_memory::exchange(at, value, how, where);
  }
  template <class T>
  static bool compare_exchange(T* at, T& expected, T desired, order success, order failure, bool weak,
                               site where = {}) {
    dawdle();
    return native_memory::compare_exchange(at, expected, desired, success, failure, weak, where);
  }
  template <class T>
  static T fetch_add(T* at, T amount, order how, site where = {}) {
    dawdle();
    return native_memory::fetch_add(at, amount, how, where);
  }

 private:
  struct habit {
    splitmix random{0};
    std::uint64_t one_in = 0;  // 0: never
  };

  static habit& mine() {
    thread_local habit of_this_thread;
    return of_this_thread;
  }

  static void dawdle() {
    habit& its = mine();
    if (its.one_in == 0 || !its.random.one_in(its.one_in)) return;
    const std::uint64_t kind = its.random.below(32);
    if (kind == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(1 + its.random.below(20)));
    } else if (kind < 6) {
      std::this_thread::yield();
    } else {
      for (std::uint64_t pauses = its.random.below(128); pauses > 0; --pauses) pause();
    }
  }
};

}  // namespace schedlab::verify
