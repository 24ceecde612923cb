// The lanes of a work-stealing pool (R. Blumofe, C. Leiserson, "Scheduling multithreaded computations by work
// stealing", JACM 1999). Each worker has a deque of its own, pushes and pops at its bottom, and when that is empty robs
// the top of another worker's deque. Outsiders put tasks into one injection queue. Every 61st time a worker looks at
// that queue before its own deque (as Go's scheduler does), so that work which keeps making work cannot starve the
// outside.
//
// The first look of a join goes to the worker's own deque alone, where its children lie, and never to the injection
// queue: tasks from outside wait until running ones are over, as in any pool.
//
// Whom to rob and how much to take is chosen at run time (stealing/). A search tries at most 32 victims, so that it
// does not take longer the more workers are idle; only the last look before sleeping goes to all of them. A deque that
// seems empty is not robbed: to read its size takes two loads, to steal takes a fence. A full deque overflows into the
// injection queue.
#pragma once

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "../queues/memory/array.hpp"
#include "../queues/memory/object.hpp"
#include "../queues/queue.hpp"
#include "desk.hpp"
#include "global_lane.hpp"
#include "job.hpp"
#include "scheduler.hpp"
#include "stealing/one.hpp"
#include "stealing/sticky.hpp"

namespace schedlab {

// The object that make_object has made, or none yet.
template <class T, class Memory>
struct owned_object {
  owned_object() = default;
  owned_object(const owned_object&) = delete;
  owned_object& operator=(const owned_object&) = delete;
  ~owned_object() {
    if (made != nullptr) drop_object<Memory>(made);
  }
  T* made = nullptr;
};

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

  stealing_lanes(const scheduler_setup& setup, unsigned workers)
      : victim_(setup.victim ? setup.victim : std::make_shared<sticky_victim>()),
        amount_(setup.amount ? setup.amount : std::make_shared<steal_one>()),
        injection_(setup, workers),
        deques_(workers) {
    const std::size_t capacity = capacity_for<deque_type>(setup.deque_capacity);
    for (std::size_t i = 0; i < workers; ++i) deques_[i].made = make_object<deque_type, Memory>(capacity);
  }

  using outside_end = typename injection_lane::outside_end;

  class worker_end {
   public:
    worker_end(stealing_lanes& lanes, unsigned self)
        : lanes_(&lanes),
          own_(attach(lanes.deque_of(self), owner_role{})),
          injection_(lanes.injection_.attach_outside()) {
      me_.self = self;
      me_.workers = static_cast<unsigned>(lanes.deques_.size());
      me_.last_victim = self;
      me_.random_state = 0x9e3779b97f4a7c15u * (self + 1);
    }

    unsigned length_of_a_look() const { return std::max(1u, victims_of_a_look() / 2); }

    [[gnu::always_inline]] bool put(job* given, int = 0) {
      if (own_.try_push(static_cast<job*&&>(given)) == push_status::ok) [[likely]] {
        return true;
      }
      return injection_.put(given, 0);  // it always has room
    }

    // Pops the bottom of this worker's own deque, whatever job that is.
    [[gnu::always_inline]] job* take_own() {
      job* found = nullptr;
      return own_.try_pop(found) == pop_status::ok ? found : nullptr;
    }

    job* take() {
      if (in_hand_ != nullptr) [[unlikely]] {
        return std::exchange(in_hand_, nullptr);
      }
      if (++turn_ == Memory::injection_turn) turn_ = 0;
      const bool outsiders_first = turn_ == 0;
      if (!outsiders_first) {
        if (job* const found = take_own(); found != nullptr) return found;
      }
      if (job* const found = injection_.take(); found != nullptr) return found;
      return outsiders_first ? take_own() : nullptr;
    }

    job* search(desk& seen) {
      if (job* const found = take(); found != nullptr) return found;
      me_.attempt = 0;
      for (unsigned tries = victims_of_a_look(); tries > 0; --tries) {
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

    // Its deque was empty when the search began, so whatever lies in it now was stolen.
    bool has_more() const { return lanes_->queued(me_.self) > 0; }

   private:
    unsigned victims_of_a_look() const { return std::min(2 * (me_.workers - 1), Memory::most_victims_of_a_look); }

    // Returns null only if the victim's deque was empty at some moment of the call. If it only looked empty because of
    // a pop that is not over, the victim is about to take its last job itself.
    job* rob(unsigned victim, desk& seen) {
      deque_type& robbed = lanes_->deque_of(victim);
      if (robbed.approximate_size() == 0) return nullptr;
      thief_handle thief = attach(robbed, thief_role{});
      job* const first = steal_from(thief, seen);
      if (first == nullptr) return nullptr;
      std::size_t more = lanes_->amount_->amount(1 + robbed.approximate_size()) - 1;
      for (; more > 0; --more) {
        job* const next = steal_from(thief, seen);
        if (next == nullptr) break;
        seen.items_stolen.add();
        if (!has_kept(next)) break;
      }
      seen.steals.add();
      seen.items_stolen.add();
      return first;
    }

    // Puts a stolen job into this worker's deque. If there is no memory for that, this worker runs the job next.
    bool has_kept(job* stolen) {
      try {
        put(stolen);
        return true;
      } catch (const std::bad_alloc&) {
        in_hand_ = stolen;
        return false;
      }
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
    job* in_hand_ = nullptr;  // a second stolen job, which found no memory in the deque
  };

  outside_end attach_outside() { return injection_.attach_outside(); }
  worker_end attach_worker(unsigned id) { return worker_end(*this, id); }
  void close() {}

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    injection_.describe(visit);
    for (std::size_t i = 0; i < deques_.size(); ++i) visit("deque", i, "", deques_[i].made, sizeof(deque_type));
  }

  std::size_t queued(unsigned worker) const override { return deque_of(worker).approximate_size(); }

  // About how many jobs wait; an injection queue that cannot tell is left out.
  std::optional<std::size_t> queued() const {
    std::size_t all = injection_.queued().value_or(0);
    for (unsigned i = 0; i < deques_.size(); ++i) all += queued(i);
    return all;
  }

 private:
  deque_type& deque_of(unsigned worker) const { return *deques_[worker].made; }

  const std::shared_ptr<const victim_policy> victim_;
  const std::shared_ptr<const amount_policy> amount_;
  injection_lane injection_;
  const array<owned_object<deque_type, Memory>, Memory> deques_;
};

}  // namespace schedlab
