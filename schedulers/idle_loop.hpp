// What a worker of a pool does that has nothing at hand: it searches the lanes, idles as its policy says, and sleeps on the
// event count, until there is a job or until what it waits for is over.
//
// Lanes and books are the pool's own. Progress: as the policy; a parked worker sleeps. Who may call what: find() by workers,
// wake_one() and the other wake-ups by anybody after the work was made visible.
#pragma once

#include <memory>
#include <stdexcept>

#include "desk.hpp"
#include "idle/event_count.hpp"
#include "idle/park.hpp"
#include "job.hpp"
#include "ledger.hpp"
#include "pool_worker.hpp"
#include "scheduler.hpp"

namespace schedlab {

template <class Lanes, class Memory>
class idle_loop {
 public:
  idle_loop(const scheduler_setup& setup, Lanes& lanes, ledger<Memory>& books)
      : policy_(setup.idle ? setup.idle : std::make_shared<park_idle>()),
        lanes_(lanes),
        books_(books),
        // Of workers that sleep at most half begin to search, so that a few tasks do not set all of them looking. Others
        // are woken by nobody, so all must look.
        events_(setup.workers, parks_ ? (setup.workers + 1) / 2 : setup.workers, setup.fences) {
    if (policy_->blocks() && !Lanes::can_block) {
      throw std::invalid_argument("idle policy block: these queues have no blocking pop; take park");
    }
    if (parks_ && !Lanes::can_park) {
      throw std::invalid_argument(
          "idle policy park: this queue may look empty while it holds something; take spin_yield");
    }
  }

  // A job, or none because `done` said so.
  template <class Done>
  job* find(pool_worker<Lanes>& me, Done done, activity as) {
    me.seen.set(as);
    const auto [standing_now, everybody_is_idle] = events_.fall_idle();
    if (everybody_is_idle) books_.tell_if_over();
    stance now{.is = standing_now};
    job* found = nullptr;
    for (std::uint64_t looks = 0; !done(); looks += me.end.length_of_a_look()) {
      // Where enough others search already it stays at hand for a while, and robs nobody.
      found = now.is == standing::searching ? me.end.search(me.seen) : me.end.take();
      if (found != nullptr) break;
      me.seen.idle_spins.add();
      const idle_step step = policy_->after(looks);
      if (step == idle_step::pause) {
        Memory::pause();
      } else if (step == idle_step::park) {
        found = park(me, done, as, now);
        looks = 0;
      } else if (step == idle_step::block && as == activity::searching) {
        found = block(me);
      } else {
        Memory::yield();
        if (now.is == standing::at_hand && events_.begin_search()) now.is = standing::searching;
      }
      if (found != nullptr) break;
    }
    if (now.woken && found == nullptr) me.seen.empty_wakes.add();
    stop_idling(me, now.is, found);
    me.seen.set(activity::running);
    return found;
  }

  // After new work was published.
  void wake_one() {
    if (parks_) events_.wake_one();
  }
  // After what worker `who` may be waiting for was published.
  void wake(unsigned who) {
    if (parks_) events_.wake(who);
  }
  // After what all wait for was published.
  void wake_all() {
    if (parks_) events_.wake_all();
  }

  // When no worker is there any more: nobody is idle.
  bool is_at_rest() const { return events_.is_at_rest(); }

  // Tells the visitor what lies where.
  template <class Visitor>
  void describe(Visitor& visit) const {
    events_.describe(visit);
  }

 private:
  using standing = typename event_count<Memory>::standing;

  struct stance {
    standing is;
    bool woken = false;  // and has found nothing since
  };

  // Others may have put work somewhere while this worker searched, and have relied on it, or may even have woken it for
  // that work. It wakes another one if any of these holds: others relied on a searcher, and it was the last; it goes without
  // having found anything, because what it waited for is over, and so without a last look; it brought more than it takes,
  // and while it carried that, others may have looked everywhere and fallen asleep.
  void stop_idling(pool_worker<Lanes>& me, standing was, const job* found) {
    const bool was_relied_upon = events_.get_up(was);
    if (was != standing::searching) return;
    if (was_relied_upon || found == nullptr || me.end.has_more()) wake_one();
  }

  // Sleeps, unless there is something to find or `done`; then it is a searcher.
  template <class Done>
  job* park(pool_worker<Lanes>& me, Done done, activity as, stance& now) {
    if (now.woken) me.seen.empty_wakes.add();
    now.woken = false;
    const bool was_relied_upon = events_.prepare(me.id, now.is);
    job* const found = me.end.look_again(me.seen);
    if (found != nullptr || done()) {
      now.is = events_.cancel(me.id);
      // There may be more, and a thread that brought it may have relied on this worker.
      if (found != nullptr) events_.wake_one(was_relied_upon);
    } else {
      me.seen.set(activity::asleep);
      me.seen.parks.add();
      events_.commit(me.id);
      me.seen.wakes.add();
      me.seen.set(as);
      now = {.is = standing::searching, .woken = true};
    }
    return found;
  }

  job* block(pool_worker<Lanes>& me) {
    if constexpr (Lanes::can_block) {
      me.seen.set(activity::asleep);
      me.seen.parks.add();
      return lanes_.wait();
    } else {
      return nullptr;
    }
  }

  const std::shared_ptr<const idle_policy> policy_;
  const bool parks_ = policy_->parks();
  Lanes& lanes_;
  ledger<Memory>& books_;
  event_count<Memory> events_;
};

}  // namespace schedlab
