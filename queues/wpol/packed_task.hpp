// The task of the high-throughput plan (its task 18): reference, priority and flags in eight bytes, so that with the
// sequence in front of it a slot of the Vyukov ring takes sixteen. Layout, not algorithm: the ring is vyukov_ring.
#pragma once

#include "../vyukov_ring.hpp"

namespace schedlab {

struct packed_task {
  uint32_t task;
  int16_t priority;
  uint16_t flags;
};

using packed_ring = vyukov_ring<packed_task>;

static_assert(sizeof(packed_ring::slot) == 16);
static_assert(__builtin_offsetof(packed_ring::slot, turn) == 0);
static_assert(__builtin_offsetof(packed_ring::slot, item) + __builtin_offsetof(packed_task, task) == 8);
static_assert(__builtin_offsetof(packed_ring::slot, item) + __builtin_offsetof(packed_task, priority) == 12);
static_assert(__builtin_offsetof(packed_ring::slot, item) + __builtin_offsetof(packed_task, flags) == 14);

}  // namespace schedlab
