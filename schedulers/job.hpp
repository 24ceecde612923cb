// What a lane carries: a pointer to something that knows how to run itself. A submitted task lies in a queued_task; a
// child of fork_join lies in the frame of the task that waits for it, and a child of a group in a node of its own.
#pragma once

#include <utility>

#include "../queues/memory/native_memory.hpp"
#include "pooled_blocks.hpp"
#include "task.hpp"

namespace schedlab {

// Running a job ends it: afterwards its memory may be gone. `worker` is the pool's record of the worker that runs it.
struct job {
  using runner = void (*)(job& self, void* worker);
  explicit job(runner how) : run(how) {}

  union {
    runner run;
    job* next;  // while it waits in an overflow (overflow.hpp)
  };
};

template <class Memory, class T>
void give_place_back(void* place) noexcept {
  if constexpr (std::is_same_v<Memory, native_memory>) {
    pooled_blocks::give_back(place, sizeof(T), alignof(T));
  } else {
    Memory::deallocate(place, sizeof(T), alignof(T));
  }
}

// Native nodes come from pooled blocks. Another memory policy allocates them itself, so that a checker sees every block
// come and go.
template <class Memory, class T, class... Arguments>
T* make_node(Arguments&&... arguments) {
  void* place;
  if constexpr (std::is_same_v<Memory, native_memory>) {
    place = pooled_blocks::take(sizeof(T), alignof(T));
  } else {
    place = Memory::allocate(sizeof(T), alignof(T));
  }
  try {
    return ::new (place) T(std::forward<Arguments>(arguments)...);
  } catch (...) {
    give_place_back<Memory, T>(place);
    throw;
  }
}

template <class Memory, class T>
void drop_node(T* node) noexcept {
  node->~T();
  give_place_back<Memory, T>(node);
}

// A submitted task. It fills a cache line: the job's header and the task.
template <class Memory>
struct queued_task : job {
  queued_task(runner how, task&& what) : job(how), body(std::move(what)) { Memory::writes(this, sizeof *this); }

  // Moves the task out and gives the node back.
  static task take(job& self) {
    auto* const node = static_cast<queued_task*>(&self);
    Memory::reads(node, sizeof *node);
    task body = std::move(node->body);
    drop_node<Memory>(node);
    return body;
  }

  task body;
};

}  // namespace schedlab
