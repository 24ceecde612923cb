// Where workers sleep that found nothing, and who is looking. Two steps, as in an event count (D. Vyukov, "Eventcounts",
// 2008): a worker that wants to sleep first lies down (prepare), then looks everywhere once more, and only then sleeps
// (commit) or gets up again (cancel). A thread that brings work makes it visible, then looks whether somebody has lain
// down. Each is a store followed by a load that must not overtake it, so one of the two always sees the other: no wake-up is
// lost.
//
// Who has lain down is a bit per worker, 64 to a word, so that a thread which brings work finds a sleeper among a thousand
// in sixteen words. To clear the bit is to wake its worker: one step, after which nobody waits for anybody. The worker that
// sleeps waits on a word of its own, so that one can be woken for what only it waits for (a join), and no other sleeper
// takes its wake-up.
//
// One word counts how many workers search, sleep, or stay at hand because enough others search. While a worker searches
// nobody is woken for new work: it will find what comes, because it looks once more after it has stopped searching. A thread
// that relies on a searcher says so in the same word, and then the last searcher to find something wakes the next, and so on
// until one finds nothing (as in the schedulers of Go and of Tokio, which wake it always: a lone task would set two workers
// moving); so does one that stops searching for another reason (idle_loop.hpp), and one that lies down, finds something in its
// last look and wakes another: what it was relied upon for may be more than that. Because all idle workers are counted, the
// last one to fall idle knows it.
//
// Progress: lock-free, but for the sleep itself. Who may call what: worker `who` falls idle and sleeps, anybody wakes.
#pragma once

#include "../../queues/memory/array.hpp"
#include "../../queues/memory/atomic.hpp"
#include "../../queues/memory/native_memory.hpp"
#include "wake_fences.hpp"

namespace schedlab {

template <class Memory = native_memory>
class event_count {
 public:
  // At most so many begin to search by themselves; those that were woken search beside them.
  event_count(unsigned workers, unsigned most_searchers, wake_fences fences = wake_fences::asymmetric)
      : workers_(workers),
        most_searchers_(most_searchers),
        fences_are_symmetric_(fences == wake_fences::symmetric),
        sleepers_((workers + 63) / 64),
        seats_(workers) {}
  event_count(const event_count&) = delete;
  event_count& operator=(const event_count&) = delete;

  // What a worker is counted as.
  enum class standing : uint8_t {
    up,
    searching,
    at_hand,  // because enough others search already
  };
  struct idleness {
    standing is;
    bool everybody_is_idle;
  };

  // A worker found nothing to do.
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

  // One that was at hand searches. False: enough others still do.
  bool begin_search() {
    uint64_t now = counts_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    while (searchers(now) < most_searchers_) {
      const uint64_t then = now + one_searcher - one_at_hand;
      // relaxed: to search more than needed harms nobody, and what is found is ordered by where it is found.
      if (counts_.compare_exchange_weak(now, then, order::relaxed, order::relaxed)) return true;
    }
    return false;
  }

  // It has something to do. True if others had relied on a searcher, and this was the last: then the caller wakes the next.
  bool get_up(standing was) {
    // relaxed: a thread that relied on a searcher has said so in this word; what it brought is ordered where it is found.
    const uint64_t before = counts_.fetch_add(0 - count_of(was), order::relaxed);
    return was == standing::searching && searchers(before) == 1 && (before & (relied_upon | wakes_next)) != 0;
  }

  // The caller looks everywhere once more, and then commits or cancels. It is no searcher any more. True if others had relied
  // on searchers, and it was the last: what it finds may not be all, and wake_one is to be told.
  bool prepare(unsigned who, standing was) {
    uint64_t now = counts_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    uint64_t then = 0;
    do {
      then = now + one_sleeper - count_of(was);
      // What others relied on, this worker looks for after the fence.
      if (searchers(then) == 0) then &= ~(relied_upon | wakes_next);
      // relaxed: ordered by the fence.
    } while (!counts_.compare_exchange_weak(now, then, order::relaxed, order::relaxed));
    // release: pairs with the acquire in claim, so that the sleeper is counted before it is taken off.
    word_of(who).fetch_add(bit_of(who), order::release);
    // Pairs with the light fence of a thread that brings work: either that sees the sleeper, or the look that follows sees
    // the work.
    if (fences_are_symmetric_) {
      Memory::fence(order::seq_cst);  // pairs with the one in light_fence
    } else {
      Memory::heavy_fence();
    }
    return searchers(then) == 0 && (now & (relied_upon | wakes_next)) != 0;
  }

  // It does not sleep after all. Whoever has woken it meanwhile made a searcher of it.
  standing cancel(unsigned who) {
    // acquire: pairs with the release in claim: counted as a searcher before it is one.
    const uint64_t asleep = word_of(who).load(order::acquire);
    if (claim(word_of(who), bit_of(who), asleep) == 0) return standing::searching;
    counts_.fetch_add(0 - one_sleeper, order::relaxed);  // relaxed: it only takes back what prepare said
    return standing::up;
  }

  // Sleeps until woken, and is a searcher then.
  void commit(unsigned who) {
    atomic<uint32_t, Memory>& calls = seats_[who].calls;
    for (;;) {
      // acquire: pairs with the release in call: whoever sees the call sees that the bit was cleared for it.
      const uint32_t heard = calls.load(order::acquire);
      // acquire: pairs with the release in claim: counted as a searcher before it is one.
      if ((word_of(who).load(order::acquire) & bit_of(who)) == 0) return;
      (void)Memory::wait(calls.address(), heard, wait_forever);
    }
  }

  // After work was published. `perhaps_several`: there may be more of it than the caller knows, so whoever is woken and finds
  // something wakes the next.
  void wake_one(bool perhaps_several = false) {
    light_fence();
    const uint64_t now = counts_.load(order::relaxed);  // relaxed: ordered by the fence
    if (sleepers(now) > 0) wake_unless_one_searches(now, perhaps_several);
  }

  // After what worker `who` waits for was published.
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

  // After what all wait for was published.
  void wake_all() {
    for (unsigned who = 0; who < workers_; ++who) wake(who);
  }

  // Nobody is idle. When nobody is at work.
  bool is_at_rest() const {
    return idle(counts_.load(order::relaxed)) == 0;  // relaxed: nobody is at work
  }

  // Tells the visitor what lies where.
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
  // Somebody has relied on a searcher since a worker was last woken.
  static constexpr uint64_t relied_upon = uint64_t{1} << 48;
  // The last searcher to find something wakes the next one, because others had relied on those before it.
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

  // Whoever lies down after the fence looks once more after that.
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

  // A worker that is woken is a searcher before it is up, so that nobody else is woken for the same work.
  void begin_wake(uint64_t now, bool perhaps_several) {
    uint64_t then = 0;
    do {
      then = now + one_searcher;
      if (perhaps_several) then |= wakes_next;
      // Those who relied on searchers that are gone rely on this one. From now on that bit means this one alone.
      if (searchers(now) == 0 && (now & relied_upon) != 0) then = (then | wakes_next) & ~relied_upon;
      // relaxed: published by the release in claim.
    } while (!counts_.compare_exchange_strong(now, then, order::relaxed, order::relaxed));
  }

  // The searcher that was counted does not come about. True if others have relied on it, and no other is left.
  bool withdraw() {
    // relaxed: as in get_up.
    const uint64_t before = counts_.fetch_add(0 - one_searcher, order::relaxed);
    return searchers(before) == 1 && (before & relied_upon) != 0;
  }

  // False if nobody slept there after all, and others relied on the searcher that did not come about.
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

  // Clears one of those bits, if any is set, and returns it. `now` is what the word may be.
  static uint64_t claim(atomic<uint64_t, Memory>& word, uint64_t bits, uint64_t now) {
    while ((now & bits) != 0) {
      const uint64_t lowest = now & bits & (0 - (now & bits));
      // acquire: pairs with the release in prepare. release: pairs with the acquires in commit and in cancel.
      if (word.compare_exchange_strong(now, now & ~lowest, order::acq_rel, order::acquire)) return lowest;
    }
    return 0;
  }

  // The caller has claimed it.
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
  // Read with every task that is made, written only when a worker falls idle or wakes.
  alignas(cache_line) atomic<uint64_t, Memory> counts_{0};
};

}  // namespace schedlab
