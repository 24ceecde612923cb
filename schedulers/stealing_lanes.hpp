// The lanes of a work-stealing pool (R. Blumofe, C. Leiserson, "Scheduling multithreaded computations by work stealing",
// JACM 1999): each worker has a deque of its own, pushes and pops at its bottom, and when that is empty robs the top of
// another's. Outsiders put into one injection queue, which a worker also looks at before its own deque every 61st time
// (as Go's scheduler does), so that work which keeps making work cannot starve the outside.
//
// Whom to rob and how much is chosen at run time (stealing/). A deque that is full overflows into the injection queue.
#pragma once

#include <optional>

#include "queues/memory/array.hpp"
#include "queues/memory/object.hpp"
#include "queues/queue.hpp"
#include "schedulers/desk.hpp"
#include "schedulers/global_lane.hpp"
#include "schedulers/job.hpp"
#include "schedulers/scheduler.hpp"
#include "schedulers/stealing/one.hpp"
#include "schedulers/stealing/sticky.hpp"

namespace schedlab {

template <template <class, class> class Deque, template <class, class> class Injection, class Memory>
class stealing_lanes : deque_sizes {
  using deque_type = Deque<job*, Memory>;
  using injection_lane = global_lane<Injection, Memory>;
  using owner_handle = decltype(attach(std::declval<deque_type&>(), owner_role{}));
  using thief_handle = decltype(attach(std::declval<deque_type&>(), thief_role{}));

 public:
  static_assert(!injection_lane::lane_traits.bounded, "what overflows a deque must find room");
  static constexpr bool takes_priorities = false;
  static constexpr bool can_block = false;
  static constexpr bool can_park = injection_lane::can_park;
  static constexpr unsigned injection_turn = 61;

  stealing_lanes(const scheduler_setup& setup, unsigned workers)
      : victim_(setup.victim ? setup.victim : std::make_shared<sticky_victim>()),
        amount_(setup.amount ? setup.amount : std::make_shared<steal_one>()),
        injection_(setup, workers),
        deques_(workers) {
    const std::size_t capacity = capacity_for<deque_type>(setup.deque_capacity);
    for (std::size_t i = 0; i < workers; ++i) deques_[i] = make_object<deque_type, Memory>(capacity);
  }
  stealing_lanes(const stealing_lanes&) = delete;
  stealing_lanes& operator=(const stealing_lanes&) = delete;
  ~stealing_lanes() override {
    for (std::size_t i = 0; i < deques_.size(); ++i) drop_object<Memory>(deques_[i]);
  }

  using outside_end = typename injection_lane::outside_end;

  class worker_end {
   public:
    worker_end(stealing_lanes& lanes, unsigned self)
        : lanes_(&lanes),
          own_(attach(*lanes.deques_[self], owner_role{})),
          injection_(lanes.injection_.attach_outside()) {
      me_.self = self;
      me_.workers = static_cast<unsigned>(lanes.deques_.size());
      me_.last_victim = self;
      me_.random_state = 0x9e3779b97f4a7c15u * (self + 1);
    }

    [[gnu::always_inline]] bool put(job* given, int = 0) {
      if (own_.try_push(static_cast<job*&&>(given)) == push_status::ok) [[likely]] {
        return true;
      }
      return injection_.put(given, 0);  // it has room
    }

    // The bottom of its own deque, whatever that is.
    [[gnu::always_inline]] job* take_own() {
      job* found = nullptr;
      return own_.try_pop(found) == pop_status::ok ? found : nullptr;
    }

    job* take() {
      const bool outsiders_first = ++turn_ % injection_turn == 0;
      if (!outsiders_first) {
        if (job* const found = take_own(); found != nullptr) return found;
      }
      if (job* const found = injection_.take(); found != nullptr) return found;
      return outsiders_first ? take_own() : nullptr;
    }

    job* search(desk& seen) {
      if (job* const found = take(); found != nullptr) return found;
      me_.attempt = 0;
      for (unsigned tries = 2 * (me_.workers - 1); tries > 0; --tries) {
        const unsigned victim = lanes_->victim_->choose(me_, *lanes_);
        if (victim == me_.self) return nullptr;
        if (job* const found = rob(victim, seen); found != nullptr) {
          me_.last_victim = victim;
          return found;
        }
        ++me_.attempt;
      }
      me_.last_victim = me_.self;
      return nullptr;
    }

    job* look_again(desk& seen) {
      if (job* const found = injection_.look_again(seen); found != nullptr) return found;
      for (unsigned step = 1; step < me_.workers; ++step) {
        if (job* const found = rob((me_.self + step) % me_.workers, seen); found != nullptr) return found;
      }
      return nullptr;
    }

    // Its deque was empty when it began to search.
    bool has_more() const { return lanes_->queued(me_.self) > 0; }

   private:
    // None only if the victim's deque was empty at some moment of the call.
    job* rob(unsigned victim, desk& seen) {
      deque_type& robbed = *lanes_->deques_[victim];
      thief_handle thief = attach(robbed, thief_role{});
      job* const first = steal_from(thief, seen);
      if (first == nullptr) return nullptr;
      std::size_t more = lanes_->amount_->amount(1 + robbed.approximate_size()) - 1;
      for (; more > 0; --more) {
        job* const next = steal_from(thief, seen);
        if (next == nullptr) break;
        seen.items_stolen.add();
        put(next);
      }
      seen.steals.add();
      seen.items_stolen.add();
      return first;
    }

    job* steal_from(thief_handle& thief, desk& seen) {
      for (;;) {
        job* found = nullptr;
        seen.steal_attempts.add();
        const steal_status status = thief.steal(found);
        if (status == steal_status::ok) return found;
        if (status == steal_status::empty) return nullptr;
        seen.lost_races.add();
        Memory::pause();
      }
    }

    stealing_lanes* lanes_;
    owner_handle own_;
    typename injection_lane::outside_end injection_;
    thief me_;
    unsigned turn_ = 0;
  };

  outside_end attach_outside() { return injection_.attach_outside(); }
  worker_end attach_worker(unsigned id) { return worker_end(*this, id); }
  void close() {}

  // Tells the visitor what lies where.
  template <class Visitor>
  void describe(Visitor& visit) const {
    injection_.describe(visit);
    for (std::size_t i = 0; i < deques_.size(); ++i) visit("deque", i, "", deques_[i], sizeof(deque_type));
  }

  std::size_t queued(unsigned worker) const override { return deques_[worker]->approximate_size(); }

  // The injection queue is left out where it cannot tell.
  std::optional<std::size_t> queued() const {
    std::size_t all = injection_.queued().value_or(0);
    for (unsigned i = 0; i < deques_.size(); ++i) all += queued(i);
    return all;
  }

 private:
  const std::shared_ptr<const victim_policy> victim_;
  const std::shared_ptr<const amount_policy> amount_;
  injection_lane injection_;
  const array<deque_type*, Memory> deques_;
};

}  // namespace schedlab
