// Where workers sleep that found nothing, and who is looking. Two steps, as in an event count (D. Vyukov, "Eventcounts",
// 2008): a worker that wants to sleep first sits down (prepare), then looks everywhere once more, and only then sleeps
// (commit) or gets up again (cancel). Who brings work makes it visible, then looks whether somebody sits. Each is a store
// followed by a load that must not overtake it, so one of the two always sees the other: no wake-up is lost.
//
// Every worker has a seat of its own, so that one can be woken for what only it waits for (a join), and no other sleeper
// takes its wake-up. Who wakes a sleeper takes it off its seat, and counts it as a searcher before it is up.
//
// Beside the sleepers it counts the searchers, in one word. While a worker searches nobody is woken for new work: it will
// find what comes, because it looks once more after it has stopped searching. Who relies on that says so in the same word,
// and then the last searcher to find something wakes the next (as in the schedulers of Go and of Tokio, which wake it
// always: a lone task would set two workers moving); so does one that stops searching for another reason (pool.hpp). At
// most half of the workers, rounded up, begin to search by themselves, so that a few tasks do not set all of them looking.
//
// Progress: lock-free, but for the sleep itself. Who may call what: worker `who` searches and sleeps, anybody wakes.
#pragma once

#include "queues/memory/array.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/native_memory.hpp"

namespace schedlab {

template <class Memory = native_memory>
class event_count {
 public:
  explicit event_count(unsigned workers) : seats_(workers) {}
  event_count(const event_count&) = delete;
  event_count& operator=(const event_count&) = delete;

  // False: enough others search already.
  bool begin_search() {
    uint32_t now = counts_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    while (2 * searchers(now) < seats_.size()) {
      // relaxed: to search more than needed harms nobody, and what is found is ordered by where it is found.
      if (counts_.compare_exchange_weak(now, now + one_searcher, order::relaxed, order::relaxed)) return true;
    }
    return false;
  }

  // After something was found. True if others had relied on a searcher, and this was the last: then the caller wakes the
  // next.
  bool end_search() {
    // relaxed: who relied on a searcher has said so in this word; what it brought is ordered where it is found.
    const uint32_t before = counts_.fetch_add(0 - one_searcher, order::relaxed);
    return searchers(before) == 1 && (before & relied_upon) != 0;
  }

  // The caller looks everywhere once more, and then commits or cancels. It is no searcher any more.
  void prepare(unsigned who, bool searching) {
    uint32_t now = counts_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    uint32_t then = 0;
    do {
      then = now + one_sleeper - (searching ? one_searcher : 0);
      // What others relied on, this worker looks for after the fence.
      if (searchers(then) == 0) then &= ~relied_upon;
      // relaxed: ordered by the fence.
    } while (!counts_.compare_exchange_weak(now, then, order::relaxed, order::relaxed));
    // release: pairs with the acquire in wake_seat, so that the sleeper is counted before it is taken off.
    seats_[who].is.store(asleep, order::release);
    // Pairs with the light fence of who brings work: either that sees the sleeper, or the look that follows sees the work.
    Memory::heavy_fence();
  }

  // True if somebody had woken it: then the caller is a searcher now.
  bool cancel(unsigned who) {
    uint32_t now = asleep;
    // relaxed: it only takes back what prepare said.
    if (!seats_[who].is.compare_exchange_strong(now, awake, order::relaxed, order::relaxed)) {
      commit(who);
      return true;
    }
    counts_.fetch_add(0 - one_sleeper, order::relaxed);  // relaxed: as above
    return false;
  }

  // Sleeps until woken, and is a searcher then.
  void commit(unsigned who) {
    atomic<uint32_t, Memory>& mine = seats_[who].is;
    for (;;) {
      // acquire: pairs with the release in wake_seat: counted as a searcher before it is one.
      const uint32_t now = mine.load(order::acquire);
      if (now == woken) break;
      (void)Memory::wait(mine.address(), now, wait_forever);
    }
    mine.store(awake, order::relaxed);  // relaxed: nobody acts on it
  }

  // After work was published.
  void wake_one() {
    // Pairs with the heavy fence in prepare.
    Memory::light_fence();
    uint32_t now = counts_.load(order::relaxed);  // relaxed: ordered by the fence
    while (sleepers(now) > 0 && searchers(now) > 0) {
      if ((now & relied_upon) != 0) return;
      // relaxed: ordered by the fence.
      if (counts_.compare_exchange_weak(now, now | relied_upon, order::relaxed, order::relaxed)) return;
    }
    if (sleepers(now) == 0) return;
    // Who sits down meanwhile looks once more after that.
    for (size_t i = 0; i < seats_.size(); ++i) {
      if (wake_seat(seats_[i].is)) return;
    }
  }

  // After what worker `who` waits for was published.
  void wake(unsigned who) {
    // Pairs with the heavy fence in prepare.
    Memory::light_fence();
    (void)wake_seat(seats_[who].is);
  }

  // After what all wait for was published.
  void wake_all() {
    // Pairs with the heavy fence in prepare.
    Memory::light_fence();
    for (size_t i = 0; i < seats_.size(); ++i) (void)wake_seat(seats_[i].is);
  }

  // Nobody searches or sleeps. When nobody is at work.
  bool is_at_rest() const {
    const uint32_t now = counts_.load(order::relaxed);  // relaxed: nobody is at work
    return sleepers(now) == 0 && searchers(now) == 0;
  }

  // Tells the visitor what lies where.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("searchers and sleepers", &counts_, sizeof counts_);
    for (size_t i = 0; i < seats_.size(); ++i) visit("seat", i, "", &seats_[i].is, sizeof seats_[i].is);
  }

 private:
  // What a seat says. Its worker sits down and may get up; who wakes it claims it, counts it, and lets it go.
  static constexpr uint32_t awake = 0;
  static constexpr uint32_t asleep = 1;
  static constexpr uint32_t claimed = 2;
  static constexpr uint32_t woken = 3;

  struct alignas(cache_line) seat {
    atomic<uint32_t, Memory> is{awake};
  };

  static constexpr uint32_t one_sleeper = 1;
  static constexpr uint32_t relied_upon = 1 << 15;
  static constexpr uint32_t one_searcher = 1 << 16;
  static constexpr uint32_t sleepers(uint32_t counts) { return counts & (relied_upon - 1); }
  static constexpr uint32_t searchers(uint32_t counts) { return counts >> 16; }

  // False if nobody sleeps there.
  bool wake_seat(atomic<uint32_t, Memory>& which) {
    uint32_t now = which.load(order::relaxed);  // relaxed: ordered by the caller's fence
    if (now != asleep) return false;
    // acquire: pairs with the release in prepare.
    if (!which.compare_exchange_strong(now, claimed, order::acquire, order::relaxed)) return false;
    // relaxed: published by the store of the seat.
    counts_.fetch_add(one_searcher - one_sleeper, order::relaxed);
    // release: pairs with the acquire in commit.
    which.store(woken, order::release);
    Memory::wake(which.address(), 1);
    return true;
  }

  array<seat, Memory> seats_;
  // Read with every task that is made, written only when a worker falls idle or wakes.
  alignas(cache_line) atomic<uint32_t, Memory> counts_{0};
};

}  // namespace schedlab
