// The global-queue pool: one queue for all workers and submitters, over any queue of the catalogue that many threads may
// push to and pop from. With mutex_queue and the idle policy `block` it is the baseline of the thread-pool notes.
#pragma once

#include "global_lane.hpp"
#include "joining_pool.hpp"
#include "threaded.hpp"

namespace schedlab {

// The protocol without threads, for the model checker.
template <template <class, class> class Queue, class Memory = native_memory>
using global_queue_protocol = joining_pool<global_lane<Queue, Memory>, Memory>;

template <template <class, class> class Queue>
class global_queue_pool : public threaded<global_queue_protocol<Queue>> {
 public:
  static constexpr scheduler_traits traits{
      .name = "global_queue",
      .breadth_first = true,
      .takes_policies = true,
      .takes_priorities = global_lane<Queue, native_memory>::takes_priorities,
      .paper = "thread-pool notes, phase 1",
  };

  using threaded<global_queue_protocol<Queue>>::threaded;
};

}  // namespace schedlab
