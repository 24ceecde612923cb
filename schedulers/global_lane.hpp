// The lanes of a pool with one queue for all: every worker takes from it what any thread put there.
//
// Lanes are where a pool's jobs wait. A pool uses of them:
//   attach_outside(), attach_worker(id)   ends, one per thread; a worker's end can do all that an outsider's can:
//     put(job, priority)                  false: there is no room; throws std::bad_alloc: no memory to make some
//     take()                              a job at hand, or none
//     take_own()                          the job that this end put last, if the lanes can tell; otherwise as take
//     search(desk)                        a job from anywhere, or none; may miss one that is just being put
//     look_again(desk)                    as search, before sleeping: returns none only if there was none
//     has_more()                          whether search brought more than it gave, to where only this end looks first
//     length_of_a_look()                  how many times as long a fruitless search takes as in a pool of two workers
//   queued()                              about how many jobs wait
//   can_park, can_block                   whether look_again can promise that; whether wait() sleeps in the queue
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "../queues/locks/spin_wait.hpp"
#include "../queues/memory/native_memory.hpp"
#include "../queues/queue.hpp"
#include "desk.hpp"
#include "job.hpp"
#include "scheduler.hpp"

namespace schedlab {

// The smallest capacity that the design takes and that is not below `wanted`; most designs take powers of two only.
template <class Design>
std::size_t capacity_for(std::size_t wanted) {
  for (std::size_t tried = wanted; tried <= 2 * wanted + 1; ++tried) {
    if (takes_capacity<Design>(tried)) return tried;
  }
  throw std::invalid_argument(std::string("a ") + Design::traits.name + " for " + std::to_string(wanted) +
                              " items: it takes no capacity from there to twice as many");
}

template <template <class, class> class Queue, class Memory>
class global_lane {
  using queue_type = Queue<job*, Memory>;
  using handle_type = decltype(attach(std::declval<queue_type&>(), both_role{}));

 public:
  static constexpr queue_traits lane_traits = queue_type::traits;
  static constexpr bool takes_priorities = lane_traits.by_priority();
  static constexpr bool can_block = requires(queue_type& queue, job*& found) {
    queue.wait_pop(found);
    queue.close();
  };
  static constexpr bool tells_size = requires(queue_type& queue) { queue.approximate_size(); };
  static constexpr bool can_park = !lane_traits.hides_finished_pushes || tells_size;

  global_lane(const scheduler_setup& setup, unsigned) : queue_(capacity_for<queue_type>(setup.queue_capacity)) {}

  class end {
   public:
    explicit end(queue_type& queue) : queue_(&queue), handle_(attach(queue, both_role{})) {}

    bool put(job* given, [[maybe_unused]] int priority = 0) {
      for (spin_wait<Memory> waiting;; waiting.once()) {
        push_status status;
        if constexpr (takes_priorities) {
          status = handle_.try_push(static_cast<job*&&>(given), priority);
        } else {
          status = handle_.try_push(static_cast<job*&&>(given));
        }
        if (status != push_status::contended) return status == push_status::ok;
      }
    }

    job* take() {
      job* found = nullptr;
      return handle_.try_pop(found) == pop_status::ok ? found : nullptr;
    }
    job* take_own() { return take(); }
    job* search(desk&) { return take(); }
    job* look_again(desk&) {
      for (spin_wait<Memory> waiting;; waiting.once()) {
        job* found = nullptr;
        const pop_status status = handle_.try_pop(found);
        if (status == pop_status::ok) return found;
        if (status == pop_status::empty && !hides_items()) return nullptr;
      }
    }
    static constexpr bool has_more() { return false; }
    static constexpr unsigned length_of_a_look() { return 1; }

   private:
    bool hides_items() const {
      if constexpr (lane_traits.hides_finished_pushes && tells_size) {
        return queue_->approximate_size() > 0;
      } else {
        return false;
      }
    }

    queue_type* queue_;
    handle_type handle_;
  };
  using outside_end = end;
  using worker_end = end;

  end attach_outside() { return end(queue_); }
  end attach_worker(unsigned) { return end(queue_); }

  // Sleeps in the queue until there is a job; null once the queue is closed and empty.
  job* wait()
    requires can_block
  {
    job* found = nullptr;
    return queue_.wait_pop(found) ? found : nullptr;
  }
  void close() {
    if constexpr (can_block) queue_.close();
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    if constexpr (requires { queue_.describe(visit); }) queue_.describe(visit);
  }

  // How many jobs wait; nullopt where the queue cannot tell.
  std::optional<std::size_t> queued() const {
    if constexpr (tells_size) {
      return queue_.approximate_size();
    } else {
      return std::nullopt;
    }
  }

  auto lock_statistics()
    requires requires(queue_type& queue) { queue.lock_statistics(); }
  {
    return queue_.lock_statistics();
  }

 private:
  mutable queue_type queue_;
};

}  // namespace schedlab
