// Counting memory: native memory that counts what each thread asks of the hardware. The counts are exact where no other
// thread runs, and a distribution under contention; a difference between two designs that no clock resolves shows here
// as a whole number of locked instructions. The contract tests run every structure on it too, so none bypasses its
// policy.
#pragma once

#include "native_memory.hpp"

namespace schedlab {

struct operation_counts {
  uint64_t loads = 0;
  uint64_t stores = 0;
  uint64_t read_modify_writes = 0;  // exchange, fetch_add, and every compare-exchange, also one that failed
  uint64_t failed_compare_exchanges = 0;
  uint64_t fences = 0;  // sequentially consistent ones: the only ones that cost an instruction everywhere

  friend operation_counts operator-(const operation_counts& a, const operation_counts& b) {
    return {a.loads - b.loads, a.stores - b.stores, a.read_modify_writes - b.read_modify_writes,
            a.failed_compare_exchanges - b.failed_compare_exchanges, a.fences - b.fences};
  }
  friend bool operator==(const operation_counts&, const operation_counts&) = default;
};

struct counting_memory : native_memory {
  // The counts of the calling thread so far.
  static operation_counts& counts() {
    thread_local operation_counts mine;
    return mine;
  }

  template <class T>
  static T load(const T* at, order how, site where = {}) {
    ++counts().loads;
    return native_memory::load(at, how, where);
  }
  template <class T>
  static void store(T* at, T value, order how, site where = {}) {
    ++counts().stores;
    native_memory::store(at, value, how, where);
  }
  template <class T>
  static T exchange(T* at, T value, order how, site where = {}) {
    ++counts().read_modify_writes;
    return native_memory::exchange(at, value, how, where);
  }
  template <class T>
  static bool compare_exchange(T* at, T& expected, T desired, order success, order failure, bool weak,
                               site where = {}) {
    const bool done = native_memory::compare_exchange(at, expected, desired, success, failure, weak, where);
    ++counts().read_modify_writes;
    if (!done) ++counts().failed_compare_exchanges;
    return done;
  }
  template <class T>
  static T fetch_add(T* at, T amount, order how, site where = {}) {
    ++counts().read_modify_writes;
    return native_memory::fetch_add(at, amount, how, where);
  }
  static void fence(order how, site where = {}) {
    if (how == order::seq_cst) ++counts().fences;
    native_memory::fence(how, where);
  }
};

}  // namespace schedlab
