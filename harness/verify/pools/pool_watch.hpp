// Tells the machine what a worker remembers at certain places, so that two executions which meet there are one. Without
// it a worker's state would be all that it has ever seen, and every fruitless look would make a new state.
//
// Between fruitless looks a worker remembers which tasks and joins it is in, and whether it is a searcher: then its
// last look went everywhere. Whether it was woken, and how often it looked, is only a statistic.
#pragma once

#include <array>
#include <utility>

#include "harness/base/hashing.hpp"
#include "harness/lockstep/most_threads.hpp"
#include "harness/verify/machine/machine.hpp"
#include "queues/queue.hpp"
#include "schedulers/desk.hpp"
#include "schedulers/idle/idle_policy.hpp"

namespace schedlab::verify {

class worker_memory {
 public:
  static constexpr std::size_t deepest = 8;

  // The memory of the current thread of the machine that executes in this operating system thread.
  static worker_memory& here() {
    static thread_local std::array<worker_memory, most_threads> all;
    return all[machine::here().thread()];
  }

  void reset() { *this = {}; }
  void begin(std::size_t task) {
    if (depth_ == deepest) machine::here().refute(violation_kind::cannot_explore, "tasks within tasks, too deep");
    tasks_[depth_++] = task;
  }
  // True if the worker is in no other task.
  bool end(std::size_t task) {
    has_run_ |= std::uint64_t{1} << task;  // its parent may count it
    return --depth_ == 0;
  }
  void looked(bool everywhere) { everywhere_ = everywhere; }
  // The hash of what its handle of the lanes' queue holds.
  void holds(std::uint64_t handle) { handle_ = handle; }

  void is_all() const {
    std::uint64_t sum = mix(mix(has_run_, depth_ + 1), handle_);
    for (std::size_t i = 0; i < depth_; ++i) sum = mix(sum, tasks_[i]);
    machine::here().forget_locals(mix(sum, everywhere_ ? 1 : 0));
  }

 private:
  std::array<std::size_t, deepest> tasks_{};
  std::size_t depth_ = 0;
  std::uint64_t has_run_ = 0;  // tasks that have run, a bit each
  std::uint64_t handle_ = 0;
  bool everywhere_ = false;
};

// A queue whose handles remember something that matters, such as the ring of the list in which they work.
template <class Queue, class Item>
class watched_queue : public Queue {
 public:
  using Queue::Queue;

  class handle : public decltype(schedlab::attach(std::declval<Queue&>(), both_role{})) {
    using plain = decltype(schedlab::attach(std::declval<Queue&>(), both_role{}));

   public:
    explicit handle(Queue& queue) : plain(schedlab::attach(queue, both_role{})) {}

    push_status try_push(Item&& item) {
      const push_status said = plain::try_push(static_cast<Item&&>(item));
      tell();
      return said;
    }
    pop_status try_pop(Item& item) {
      const pop_status said = plain::try_pop(item);
      tell();
      return said;
    }

   private:
    void tell() const { worker_memory::here().holds(hash_of_bytes(this, sizeof *this)); }
  };
  template <class Role>
  handle attach(Role) {
    return handle(*this);
  }
};

// The same lanes, but they tell the machine where their worker looks.
template <class Lanes>
class watched_lanes : public Lanes {
 public:
  using Lanes::Lanes;

  class worker_end : public Lanes::worker_end {
   public:
    explicit worker_end(typename Lanes::worker_end&& plain) : Lanes::worker_end(std::move(plain)) {}

    auto* take() {
      worker_memory::here().looked(false);
      return Lanes::worker_end::take();
    }
    auto* search(desk& seen) {
      worker_memory::here().looked(true);
      return Lanes::worker_end::search(seen);
    }
  };
  worker_end attach_worker(unsigned id) { return worker_end(Lanes::attach_worker(id)); }
};

// An idle policy that always gives the same answer.
class explored_idle final : public idle_policy {
 public:
  explicit explored_idle(idle_step what) : step_(what) {}

  const char* name() const override { return "explored"; }
  idle_step after(std::uint64_t) const override {
    worker_memory::here().is_all();
    return step_;
  }
  bool parks() const override { return step_ == idle_step::park; }
  bool blocks() const override { return step_ == idle_step::block; }

 private:
  const idle_step step_;
};

}  // namespace schedlab::verify
