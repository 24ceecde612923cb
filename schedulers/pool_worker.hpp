// A thread's own record while it is a worker of a pool: its number, its way into the lanes, its desk, and the tasks for which
// there was no room. It lies on the thread's stack; Memory::self() points to it.
#pragma once

#include <cstdint>

#include "desk.hpp"
#include "overflow.hpp"

namespace schedlab {

// What `Memory::self()` of a worker points to, whichever pool the worker belongs to.
struct worker_of_some_pool {
  void* const workplace;
};

template <class Lanes>
struct pool_worker : worker_of_some_pool {
  pool_worker(void* pool, unsigned number, std::uintptr_t lowest, Lanes& lanes, desk& shown)
      : worker_of_some_pool{pool}, id(number), stack_end(lowest), end(lanes.attach_worker(number)), seen(shown) {
    seen.set(activity::running);
  }
  pool_worker(const pool_worker&) = delete;
  pool_worker& operator=(const pool_worker&) = delete;
  ~pool_worker() { seen.set(activity::absent); }

  // Whether the stack is nearly used up, so that calls must not nest any deeper. It takes the frame's address, because
  // a sanitizer may keep locals elsewhere.
  [[gnu::always_inline]] bool stack_is_short() const {
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < stack_end;
  }

  const unsigned id;
  const std::uintptr_t stack_end;
  typename Lanes::worker_end end;
  desk& seen;
  unsigned nested = 0;  // tasks that run inside their submission, because there was no room for them
  overflow kept;
  bool kept_goes_first = false;
};

}  // namespace schedlab
