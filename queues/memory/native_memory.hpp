// Native memory: the policy for running and timing. Every verb is one compiler builtin, so a structure over it compiles
// to the instructions of its hand-written std::atomic twin (queues/tests shows it on both compilers). Bare, but for
// waiting and allocation, which need an operating system.
#pragma once

#include "bare.hpp"
#include "order.hpp"
#include "site.hpp"

#if __STDC_HOSTED__
#include "native_asymmetric_fence.hpp"
#include "native_waiting.hpp"
#endif

#define SCHEDLAB_INLINE [[gnu::always_inline]] static inline

namespace schedlab {

struct native_memory {
  template <class T>
  SCHEDLAB_INLINE T load(const T* at, order how, site = {}) {
    return __atomic_load_n(at, static_cast<int>(how));
  }

  template <class T>
  SCHEDLAB_INLINE void store(T* at, T value, order how, site = {}) {
    __atomic_store_n(at, value, static_cast<int>(how));
  }

  template <class T>
  SCHEDLAB_INLINE T exchange(T* at, T value, order how, site = {}) {
    return __atomic_exchange_n(at, value, static_cast<int>(how));
  }

  template <class T>
  SCHEDLAB_INLINE bool compare_exchange(T* at, T& expected, T desired, order success, order failure, bool weak,
                                        site = {}) {
    return __atomic_compare_exchange_n(at, &expected, desired, weak, static_cast<int>(success),
                                       static_cast<int>(failure));
  }

  template <class T>
  SCHEDLAB_INLINE T fetch_add(T* at, T amount, order how, site = {}) {
    return __atomic_fetch_add(at, amount, static_cast<int>(how));
  }

  SCHEDLAB_INLINE void fence(order how, site = {}) {
#if defined(__x86_64__)
    // Only a sequentially consistent fence costs an instruction here, and a locked one on the own stack orders as much
    // as mfence for an eighth of the time (2 ns against 18). clang would choose mfence. ThreadSanitizer models no fence
    // at all (g++ even rejects them), so nothing is lost by hiding it: structures put acquire and release on
    // operations.
    if (how == order::seq_cst) {
      asm volatile("lock; orq $0, (%%rsp)" ::: "memory", "cc");
    } else {
      __atomic_signal_fence(__ATOMIC_SEQ_CST);
    }
#else
    __atomic_thread_fence(static_cast<int>(how));
#endif
  }

  // For loops that wait for another thread: lets the core's other thread, or the power budget, have the cycles.
  SCHEDLAB_INLINE void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  // Takes time and waits for nobody. (To the model checker a pause means that nothing can be done until another thread has
  // done something; this means nothing.)
  SCHEDLAB_INLINE void stand_back(unsigned pauses) {
    for (unsigned i = 0; i < pauses; ++i) pause();
  }

  // Where structures begin to count their positions, tickets and arrivals: tests begin shortly before these wrap.
  static constexpr uint64_t first_position = 0;

  // How many races an operation may lose before it says `contended`, where a structure bounds them.
  static constexpr uint32_t retry_limit = 1024;

  // Plain accesses need no help natively.
  SCHEDLAB_INLINE void reads(const void*, size_t, site = {}) {}
  SCHEDLAB_INLINE void writes(void*, size_t, site = {}) {}

#if __STDC_HOSTED__
  // A pair for protocols in which one side is frequent and the other rare (P1202, "Asymmetric fences"): a light one here and
  // a heavy one there order as two seq_cst fences do, two light ones do not order at all. The light one costs no
  // instruction where the system can run a fence on the CPUs of all threads.
  SCHEDLAB_INLINE void light_fence(site = {}) {
    if (native_has_heavy_fence) [[likely]] {
      __atomic_signal_fence(__ATOMIC_SEQ_CST);
    } else {
      fence(order::seq_cst);
    }
  }
  static void heavy_fence(site = {}) {
    fence(order::seq_cst);
    native_heavy_fence();
  }

  // For loops that wait for a thread which may have lost its CPU: lets other threads run.
  static void yield() { native_yield(); }

  using mutex = native_mutex;
  using condition_variable = native_condition_variable;

  static wait_status wait(uint32_t* at, uint32_t expected, uint64_t timeout_ns) {
    return native_wait(at, expected, timeout_ns, waiters::of_this_process);
  }
  static void wake(uint32_t* at, uint32_t count) { native_wake(at, count, waiters::of_this_process); }

  static void* allocate(size_t bytes, size_t alignment) {
    return ::operator new(bytes, static_cast<std::align_val_t>(alignment));
  }
  static void deallocate(void* place, size_t /*bytes*/, size_t alignment) {
    ::operator delete(place, static_cast<std::align_val_t>(alignment));
  }

  // Constants of the schedulers: every so many turns a worker looks first at tasks from outside; so many victims it
  // tries in a search; so deep it runs tasks inside their submission.
  static constexpr unsigned injection_turn = 61;
  static constexpr unsigned most_victims_of_a_look = 32;
  static constexpr unsigned deepest_nesting = 64;

  // A structure in a stack frame begins and ends: after its end something else may lie there.
  SCHEDLAB_INLINE void begins(const void*, size_t) {}
  SCHEDLAB_INLINE void ends(const void*, size_t) {}

  // How many retired nodes gather before a structure looks which of them can be freed.
  static constexpr unsigned retire_batch = 64;

  // One slot per thread, for a structure that must know which thread calls.
  static void*& self() {
    thread_local void* slot = nullptr;
    return slot;
  }
#endif
};

#if __STDC_HOSTED__
// For structures in memory that several processes share.
struct shared_native_memory : native_memory {
  static wait_status wait(uint32_t* at, uint32_t expected, uint64_t timeout_ns) {
    return native_wait(at, expected, timeout_ns, waiters::of_any_process);
  }
  static void wake(uint32_t* at, uint32_t count) { native_wake(at, count, waiters::of_any_process); }
};
#endif

}  // namespace schedlab

#undef SCHEDLAB_INLINE
