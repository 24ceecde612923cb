// What a worker does that has nothing to run: it searches the lanes, idles as its policy says, and sleeps on the event
// count, until it gets a job or until what it waits for is over.
//
// The pool owns the lanes and the ledger. Progress: as the policy; a parked worker sleeps. Who may call what: workers
// call find(); any thread calls wake_one() and the other wake-ups, after it has made the work visible.
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
        // At most half of the workers begin to search if they can sleep, so that a few tasks do not set all of them
        // looking. Workers that never sleep are never woken, so all of them must look.
        events_(setup.workers, parks_ ? (setup.workers + 1) / 2 : setup.workers, setup.fences) {
    if (policy_->blocks() && !Lanes::can_block) {
      throw std::invalid_argument("idle policy block: these queues have no blocking pop; take park");
    }
    if (parks_ && !Lanes::can_park) {
      throw std::invalid_argument(
          "idle policy park: this queue may look empty while it holds something; take spin_yield");
    }
  }

  // Returns a job, or null because `done` said so.
  template <class Done>
  job* find(pool_worker<Lanes>& me, Done done, activity as) {
    me.seen.set(as);
    const auto [standing_now, everybody_is_idle] = events_.fall_idle();
    if (everybody_is_idle) books_.tell_if_over();
    stance now{.counted_as = standing_now};
    job* found = nullptr;
    for (std::uint64_t looks = 0; !done(); looks += me.end.length_of_a_look()) {
      // If enough other workers search, this one stays at hand for a while: it takes from its own lane and robs nobody.
      found = now.counted_as == standing::searching ? me.end.search(me.seen) : me.end.take();
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
        if (now.counted_as == standing::at_hand && events_.begin_search()) now.counted_as = standing::searching;
      }
      if (found != nullptr) break;
    }
    if (now.woken && found == nullptr) me.seen.empty_wakes.add();
    stop_idling(me, now.counted_as, found);
    me.seen.set(activity::running);
    return found;
  }

  // To be called after new work was published.
  void wake_one() {
    if (parks_) events_.wake_one();
  }
  // To be called after something was published that worker `who` may be waiting for.
  void wake(unsigned who) {
    if (parks_) events_.wake(who);
  }
  // To be called after something was published that all workers wait for.
  void wake_all() {
    if (parks_) events_.wake_all();
  }

  // To be asked when no worker is left: true if none is still counted as idle.
  bool is_at_rest() const { return events_.is_at_rest(); }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    events_.describe(visit);
  }

 private:
  using standing = typename event_count<Memory>::standing;

  struct stance {
    standing counted_as;
    bool woken = false;  // it was woken and has found nothing since
  };

  // While this worker searched, other threads may have brought work and relied on this worker to find it, or may even
  // have woken it for that work. So it wakes another worker if any of these holds: a thread relied on a searcher and
  // this one was the last; it stops without a job, because what it waited for is over, and so without a last look; it
  // brought more jobs than the one it runs, and while it carried them, other workers may have looked everywhere and
  // fallen asleep.
  void stop_idling(pool_worker<Lanes>& me, standing was, const job* found) {
    const bool was_relied_upon = events_.get_up(was);
    if (was != standing::searching) return;
    if (was_relied_upon || found == nullptr || me.end.has_more()) wake_one();
  }

  // Sleeps, unless the last look finds a job or `done` is true. A worker that was woken is a searcher.
  template <class Done>
  job* park(pool_worker<Lanes>& me, Done done, activity as, stance& now) {
    if (now.woken) me.seen.empty_wakes.add();
    now.woken = false;
    const bool was_relied_upon = events_.prepare(me.id, now.counted_as);
    job* const found = me.end.look_again(me.seen);
    if (found != nullptr || done()) {
      now.counted_as = events_.cancel(me.id);
      // There may be more work than this job, and a thread that brought it may have relied on this worker.
      if (found != nullptr) events_.wake_one(was_relied_upon);
    } else {
      me.seen.set(activity::asleep);
      me.seen.parks.add();
      events_.commit(me.id);
      me.seen.wakes.add();
      me.seen.set(as);
      now = {.counted_as = standing::searching, .woken = true};
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
