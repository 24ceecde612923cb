// Where workers sleep that found nothing, and who is looking. Two steps, as in an event count (D. Vyukov, "Eventcounts",
// 2008): a worker that wants to sleep first says so (prepare), then looks everywhere once more, and only then sleeps
// (commit) or takes it back (cancel). Who brings work makes it visible, then looks whether somebody sleeps. Each is a store
// followed by a load that must not overtake it, so one of the two always sees the other: no wake-up is lost.
//
// Beside the sleepers it counts the searchers, in one word. While a worker searches nobody is woken: it will find what
// comes, because it looks once more after it has stopped searching. The last searcher to find something wakes the next
// (as in the schedulers of Go and of Tokio), and at most half of the workers search, so that a few tasks do not set all
// workers looking.
//
// A wake-up is a permit that any sleeper may take: whoever grants it moves one sleeper to the searchers in the same step,
// so there are as many permits as sleepers that may go, and no sleeper is woken twice for one.
// Progress: lock-free, but for the sleep itself. Who may call what: workers search and sleep, anybody wakes.
#pragma once

#include "queues/memory/atomic.hpp"
#include "queues/memory/native_memory.hpp"

namespace schedlab {

template <class Memory = native_memory>
class event_count {
 public:
  event_count() = default;
  event_count(const event_count&) = delete;
  event_count& operator=(const event_count&) = delete;

  // False: enough others search already.
  bool begin_search(unsigned workers) {
    uint32_t now = state_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    while (2 * searchers(now) < workers) {
      // relaxed: to search more than needed harms nobody, and what is found is ordered by where it is found.
      if (state_.compare_exchange_weak(now, now + one_searcher, order::relaxed, order::relaxed)) return true;
    }
    return false;
  }

  // After something was found. True if nobody else searches: then the caller wakes the next.
  bool end_search() {
    // seq_cst: pairs with the load in wake_one, which saw a searcher and relies on its last look.
    return searchers(state_.fetch_add(0 - one_searcher, order::seq_cst)) == 1;
  }

  // The caller looks everywhere once more, and then commits or cancels. It is no searcher any more.
  void prepare(bool searching) {
    // seq_cst: pairs with the load in wake_one.
    state_.fetch_add(searching ? one_sleeper - one_searcher : one_sleeper, order::seq_cst);
    // Pairs with the light fence of who brings work: either that sees the sleeper, or the look that follows sees the work.
    Memory::heavy_fence();
  }

  // True if somebody had woken a sleeper for it: then the caller is a searcher now.
  bool cancel() {
    uint32_t now = state_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    while (sleepers(now) > 0) {
      // relaxed: it only takes back what prepare said.
      if (state_.compare_exchange_weak(now, now - one_sleeper, order::relaxed, order::relaxed)) return false;
    }
    commit();
    return true;
  }

  // Sleeps until woken, and is a searcher then.
  void commit() {
    for (;;) {
      uint32_t permits = permits_.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
      // acquire: pairs with the release in wake.
      while (permits > 0) {
        if (permits_.compare_exchange_weak(permits, permits - 1, order::acquire, order::relaxed)) return;
      }
      (void)Memory::wait(permits_.address(), 0, wait_forever);
    }
  }

  // After work was published.
  void wake_one() {
    // Pairs with the heavy fence in prepare.
    Memory::light_fence();
    uint32_t now = state_.load(order::relaxed);  // relaxed: ordered by the fence
    while (searchers(now) == 0 && sleepers(now) > 0) {
      // acq_rel: pairs with itself, so that the word's history carries what earlier changes knew.
      if (state_.compare_exchange_weak(now, now - one_sleeper + one_searcher, order::acq_rel, order::relaxed)) {
        return wake(1);
      }
    }
  }

  void wake_all() {
    // Pairs with the heavy fence in prepare.
    Memory::light_fence();
    uint32_t now = state_.load(order::relaxed);  // relaxed: ordered by the fence
    while (sleepers(now) > 0) {
      const uint32_t count = sleepers(now);
      // acq_rel: as in wake_one.
      if (state_.compare_exchange_weak(now, now + count * (one_searcher - one_sleeper), order::acq_rel, order::relaxed)) {
        return wake(count);
      }
    }
  }

  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("searchers and sleepers", &state_, sizeof state_);
    visit("permits", &permits_, sizeof permits_);
  }

 private:
  static constexpr uint32_t one_sleeper = 1;
  static constexpr uint32_t one_searcher = 1 << 16;
  static constexpr uint32_t sleepers(uint32_t state) { return state & 0xffff; }
  static constexpr uint32_t searchers(uint32_t state) { return state >> 16; }

  void wake(uint32_t count) {
    // release: pairs with the acquire in commit.
    permits_.fetch_add(count, order::release);
    Memory::wake(permits_.address(), count);
  }

  // Read with every task that is made, written only when a worker falls idle or wakes.
  alignas(cache_line) atomic<uint32_t, Memory> state_{0};
  alignas(cache_line) atomic<uint32_t, Memory> permits_{0};
};

}  // namespace schedlab
