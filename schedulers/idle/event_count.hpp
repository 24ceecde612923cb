// Where workers sleep that found no work, and how many workers search. It is an event count (D. Vyukov, "Eventcounts",
// 2008), whose sleep has two steps: a worker first lies down (prepare), then looks everywhere once more, and only then
// sleeps (commit) or gets up again (cancel). A thread that brings work first makes it visible and then looks whether a
// worker has lain down. Either side stores something and then loads what the other side stores, and the load must not
// overtake the store; so at least one of the two sees the other, and no wake-up is lost.
//
// Each worker has a bit that says whether it has lain down, 64 bits to a word; so a thread that brings work finds a
// sleeper among a thousand workers in sixteen words. Clearing a worker's bit wakes it: one step, after which neither
// thread waits for the other. Each worker sleeps on a word of its own, so that it can be woken for what it alone waits
// for (a join), and no other sleeper takes that wake-up.
//
// One word counts the workers that search, that sleep, and that stay at hand because enough others search. While a
// worker searches, no sleeper is woken for new work: the searcher will find the work, because it looks once more after
// it has stopped searching. A thread that brings work and relies on a searcher sets the bit relied_upon in the same
// word. That bit hands wake-ups on: the last searcher to find something wakes the next worker, and so on until one
// finds nothing. (The schedulers of Go and of Tokio always wake another one then, so that a single task would set two
// workers moving.) A searcher also wakes another worker if it stops for another reason (idle_loop.hpp), or if it lies
// down and finds something in its last look: there may be more work than it found. All idle workers are counted, so the
// last one to fall idle knows that it is the last.
//
// Progress: lock-free, but for the sleep itself. Who may call what: worker `who` falls idle and sleeps, any thread
// wakes.
#pragma once

#include "../../queues/memory/array.hpp"
#include "../../queues/memory/atomic.hpp"
#include "../../queues/memory/native_memory.hpp"
#include "wake_fences.hpp"

namespace schedlab {

template <class Memory = native_memory>
class event_count {
 public:
  // At most `most_searchers` workers begin to search by themselves; woken workers search as well and are not limited.
  event_count(unsigned workers, unsigned most_searchers, wake_fences fences = wake_fences::asymmetric)
      : workers_(workers),
        most_searchers_(most_searchers),
        fences_are_symmetric_(fences == wake_fences::symmetric),
        sleepers_((workers + 63) / 64),
        seats_(workers) {}
  event_count(const event_count&) = delete;
  event_count& operator=(const event_count&) = delete;

  // How a worker is counted.
  enum class standing : uint8_t {
    up,
    searching,
    at_hand,  // because enough others search already
  };
  struct idleness {
    standing counted_as;
    bool everybody_is_idle;
  };

  // Called by a worker that found nothing to do.
  idleness fall_idle() {
    uint64_t now = counts_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    for (;;) {
      const standing as = searchers(now) < most_searchers_ ? standing::searching : standing::at_hand;
      const uint64_t then = now + count_of(as);
      // acq_rel: pairs with itself: the last one to fall idle sees what the others had finished.
      if (counts_.compare_exchange_weak(now, then, order::acq_rel, order::relaxed)) {
        return {as, idle(then) >= workers_};
      }
    }
  }

  // Called by a worker that is at hand: it becomes a searcher. False: enough others still search.
  bool begin_search() {
    uint64_t now = counts_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    while (searchers(now) < most_searchers_) {
      const uint64_t then = now + one_searcher - one_at_hand;
      // relaxed: to search more than needed harms nobody, and what is found is ordered by where it is found.
      if (counts_.compare_exchange_weak(now, then, order::relaxed, order::relaxed)) return true;
    }
    return false;
  }

  // Called by an idle worker that stops idling. True if threads had relied on a searcher and this was the last one:
  // then the caller wakes the next worker.
  bool get_up(standing was) {
    // relaxed: a thread that relied on a searcher has said so in this word; what it brought is ordered where it is found.
    const uint64_t before = counts_.fetch_add(0 - count_of(was), order::relaxed);
    return was == standing::searching && searchers(before) == 1 && (before & (relied_upon | wakes_next)) != 0;
  }

  // The worker lies down and is no searcher any more. The caller then looks everywhere once more, and commits or
  // cancels. True if threads had relied on a searcher and this was the last one: then there may be more work than the
  // caller finds, and it tells wake_one so.
  bool prepare(unsigned who, standing was) {
    uint64_t now = counts_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    uint64_t then = 0;
    do {
      then = now + one_sleeper - count_of(was);
      // No searcher is left, so this worker itself looks, after the fence, for what others relied on searchers to find.
      if (searchers(then) == 0) then &= ~(relied_upon | wakes_next);
      // relaxed: ordered by the fence.
    } while (!counts_.compare_exchange_weak(now, then, order::relaxed, order::relaxed));
    // release: pairs with the acquire in claim, so that the sleeper is counted before it is taken off.
    word_of(who).fetch_add(bit_of(who), order::release);
    // Pairs with the light fence of a thread that brings work: either that thread sees the sleeper, or the sleeper's
    // look after this fence sees the work.
    if (fences_are_symmetric_) {
      Memory::fence(order::seq_cst);  // pairs with the one in light_fence
    } else {
      Memory::heavy_fence();
    }
    return searchers(then) == 0 && (now & (relied_upon | wakes_next)) != 0;
  }

  // The worker does not sleep after all. If another thread has woken it meanwhile, that thread has counted it as a
  // searcher.
  standing cancel(unsigned who) {
    // acquire: pairs with the release in claim: this worker was counted as a searcher before it acts as one.
    const uint64_t asleep = word_of(who).load(order::acquire);
    if (claim(word_of(who), bit_of(who), asleep) == 0) return standing::searching;
    counts_.fetch_add(0 - one_sleeper, order::relaxed);  // relaxed: it only takes back what prepare said
    return standing::up;
  }

  // Sleeps until woken; the woken worker is counted as a searcher.
  void commit(unsigned who) {
    atomic<uint32_t, Memory>& calls = seats_[who].calls;
    for (;;) {
      // acquire: pairs with the release in call: a worker that sees the call sees that its bit was cleared for it.
      const uint32_t heard = calls.load(order::acquire);
      // acquire: pairs with the release in claim: this worker was counted as a searcher before it acts as one.
      if ((word_of(who).load(order::acquire) & bit_of(who)) == 0) return;
      (void)Memory::wait(calls.address(), heard, wait_forever);
    }
  }

  // To be called after new work was published. `perhaps_several`: there may be more of it than the caller knows, so a
  // woken worker that finds something wakes the next one.
  void wake_one(bool perhaps_several = false) {
    light_fence();
    const uint64_t now = counts_.load(order::relaxed);  // relaxed: ordered by the fence
    if (sleepers(now) > 0) wake_unless_one_searches(now, perhaps_several);
  }

  // To be called after something was published that worker `who` waits for.
  void wake(unsigned who) {
    light_fence();
    uint64_t asleep = word_of(who).load(order::relaxed);  // relaxed: ordered by the fence
    if ((asleep & bit_of(who)) == 0) return;
    begin_wake(counts_.load(order::relaxed), false);  // relaxed: confirmed by the compare-exchange
    if (claim(word_of(who), bit_of(who), asleep) != 0) {
      call(who);
    } else if (withdraw()) {
      wake_one();
    }
  }

  // To be called after something was published that all workers wait for.
  void wake_all() {
    for (unsigned who = 0; who < workers_; ++who) wake(who);
  }

  // True if no worker is counted as idle; to be asked when no worker is at work.
  bool is_at_rest() const {
    return idle(counts_.load(order::relaxed)) == 0;  // relaxed: nobody is at work
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("idle workers", &counts_, sizeof counts_);
    for (size_t i = 0; i < sleepers_.size(); ++i) visit("sleepers", i, "", &sleepers_[i], sizeof sleepers_[i]);
    for (size_t i = 0; i < seats_.size(); ++i) visit("seat", i, "", &seats_[i].calls, sizeof seats_[i].calls);
  }

 private:
  struct sleeper_word {
    atomic<uint64_t, Memory> bits{0};
  };
  struct alignas(cache_line) seat {
    atomic<uint32_t, Memory> calls{0};  // how often its worker was woken; only that it changes matters
  };

  static constexpr uint64_t one_sleeper = 1;
  static constexpr uint64_t one_at_hand = uint64_t{1} << 16;
  static constexpr uint64_t one_searcher = uint64_t{1} << 32;
  // Some thread has relied on a searcher since a worker was last woken.
  static constexpr uint64_t relied_upon = uint64_t{1} << 48;
  // Threads had relied on searchers that are gone, so the last searcher to find something wakes the next worker.
  static constexpr uint64_t wakes_next = uint64_t{1} << 49;
  static constexpr uint64_t count_of(standing as) {
    return as == standing::searching ? one_searcher : as == standing::at_hand ? one_at_hand : 0;
  }
  static constexpr unsigned sleepers(uint64_t counts) { return counts & 0xffff; }
  static constexpr unsigned at_hand(uint64_t counts) { return counts >> 16 & 0xffff; }
  static constexpr unsigned searchers(uint64_t counts) { return counts >> 32 & 0xffff; }
  static constexpr unsigned idle(uint64_t counts) { return sleepers(counts) + at_hand(counts) + searchers(counts); }

  atomic<uint64_t, Memory>& word_of(unsigned who) { return sleepers_[who / 64].bits; }
  static constexpr uint64_t bit_of(unsigned who) { return uint64_t{1} << who % 64; }

  // Pairs with the fence in prepare.
  void light_fence() {
    if (fences_are_symmetric_) {
      Memory::fence(order::seq_cst);  // pairs with the one in prepare
    } else {
      Memory::light_fence();
    }
  }

  // A worker that lies down only after the fence may be missed here: its last look comes later and sees the work.
  [[gnu::noinline]] void wake_unless_one_searches(uint64_t now, bool perhaps_several) {
    while (sleepers(now) > 0) {
      if (searchers(now) == 0) {
        if (wake_some_sleeper(now, perhaps_several)) return;
        light_fence();
        now = counts_.load(order::relaxed);  // relaxed: ordered by the fence
      } else {
        if ((now & relied_upon) != 0) return;
        // relaxed: ordered by the fence.
        if (counts_.compare_exchange_weak(now, now | relied_upon, order::relaxed, order::relaxed)) return;
      }
    }
  }

  // Counts a searcher for the worker that is about to be woken, so that no other one is woken for the same work.
  void begin_wake(uint64_t now, bool perhaps_several) {
    uint64_t then = 0;
    do {
      then = now + one_searcher;
      if (perhaps_several) then |= wakes_next;
      // Threads that relied on searchers which are gone now rely on this one: wakes_next says so. When relied_upon is
      // set again, it is about this one alone.
      if (searchers(now) == 0 && (now & relied_upon) != 0) then = (then | wakes_next) & ~relied_upon;
      // relaxed: published by the release in claim.
    } while (!counts_.compare_exchange_strong(now, then, order::relaxed, order::relaxed));
  }

  // Takes the searcher back that begin_wake counted, because no worker was woken. True if threads have relied on it and
  // no other searcher is left.
  bool withdraw() {
    // relaxed: as in get_up.
    const uint64_t before = counts_.fetch_add(0 - one_searcher, order::relaxed);
    return searchers(before) == 1 && (before & relied_upon) != 0;
  }

  // False if no worker slept there after all and threads have relied on the searcher that was counted for it: try
  // again.
  bool wake_some_sleeper(uint64_t now, bool perhaps_several) {
    begin_wake(now, perhaps_several);
    for (unsigned i = 0; i < sleepers_.size(); ++i) {
      atomic<uint64_t, Memory>& word = sleepers_[i].bits;
      // relaxed: ordered by the fence.
      const uint64_t bit = claim(word, ~uint64_t{0}, word.load(order::relaxed));
      if (bit == 0) continue;
      call(64 * i + static_cast<unsigned>(__builtin_ctzll(bit)));
      return true;
    }
    return !withdraw();
  }

  // Clears one bit of `bits` that is set in the word, and returns it; 0 if none is set. `now` is a guess at the word's
  // value.
  static uint64_t claim(atomic<uint64_t, Memory>& word, uint64_t bits, uint64_t now) {
    while ((now & bits) != 0) {
      const uint64_t lowest = now & bits & (0 - (now & bits));
      // acquire: pairs with the release in prepare. release: pairs with the acquires in commit and in cancel.
      if (word.compare_exchange_strong(now, now & ~lowest, order::acq_rel, order::acquire)) return lowest;
    }
    return 0;
  }

  // Wakes a worker whose bit the caller has cleared.
  void call(unsigned who) {
    counts_.fetch_add(0 - one_sleeper, order::relaxed);  // relaxed: to count it a little too long harms nobody
    atomic<uint32_t, Memory>& calls = seats_[who].calls;
    // release: pairs with the acquire in commit.
    calls.fetch_add(1, order::release);
    Memory::wake(calls.address(), 1);
  }

  const unsigned workers_;
  const unsigned most_searchers_;
  const bool fences_are_symmetric_;
  array<sleeper_word, Memory> sleepers_;
  array<seat, Memory> seats_;
  // Every thread that makes a task reads this word; it is written only when a worker falls idle or wakes.
  alignas(cache_line) atomic<uint64_t, Memory> counts_{0};
};

}  // namespace schedlab
