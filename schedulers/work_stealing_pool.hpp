// The work-stealing pool: a deque per worker, thieves, and one queue for tasks from outside (stealing_lanes.hpp), over
// any deque of the catalogue. Three policies are set when the pool is made: which worker is robbed, how much is taken,
// and what an idle worker does. The defaults: the last victim that had something, one task, and sleep.
#pragma once

#include "../queues/segmented_queue.hpp"
#include "joining_pool.hpp"
#include "stealing_lanes.hpp"
#include "threaded.hpp"

namespace schedlab {

// The protocol without threads, for the model checker.
template <template <class, class> class Deque, template <class, class> class Injection = segmented_queue,
          class Memory = native_memory>
using work_stealing_protocol = joining_pool<stealing_lanes<Deque, Injection, Memory>, Memory>;

template <template <class, class> class Deque>
class work_stealing_pool : public threaded<work_stealing_protocol<Deque>> {
 public:
  static constexpr scheduler_traits traits{
      .name = "work_stealing",
      .takes_policies = true,
      .paper = "Blumofe, Leiserson 1999; thread-pool notes, phase 2",
  };

  using threaded<work_stealing_protocol<Deque>>::threaded;
};

}  // namespace schedlab
