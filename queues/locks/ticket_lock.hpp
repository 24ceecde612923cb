// The ticket lock: a thread that wants the lock draws a number and waits until it is served.
// J. M. Mellor-Crummey, M. L. Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", TOCS
// 1991; the bakery's queue of D. P. Reed, R. K. Kanodia, "Synchronization with eventcounts and sequencers", CACM 1979.
//
// One locked instruction per acquisition, and first come, first served. That is also its weakness: the lock is handed
// to one certain thread, and while that thread has no CPU no other gets in, however many are awake.
//
// Progress: blocking. Who may call what: any thread may lock; the thread that holds the lock unlocks it.
#pragma once

#include "../memory/atomic.hpp"
#include "../memory/native_memory.hpp"
#include "spin_wait.hpp"

namespace schedlab {

template <class Memory = native_memory>
class ticket_lock {
 public:
  void lock() {
    // relaxed: it only deals out numbers; being served hands over what the lock protects.
    const uint64_t mine = next_.fetch_add(1, order::relaxed);
    spin_wait<Memory> waiting;
    // acquire: pairs with the release in unlock.
    while (serving_.load(order::acquire) != mine) waiting.once();
  }

  // Draws a number only if it is served at once.
  bool try_lock() {
    // acquire: pairs with the release in unlock.
    uint64_t serving = serving_.load(order::acquire);
    // relaxed: as in lock. If the next number is still the one that was served, nobody has drawn it.
    return next_.compare_exchange_strong(serving, serving + 1, order::relaxed, order::relaxed);
  }

  void unlock() {
    const uint64_t mine = serving_.load(order::relaxed);  // relaxed: nobody changes it but the holder
    // release: pairs with the acquires in lock and try_lock.
    serving_.store(mine + 1, order::release);
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("next ticket", &next_, sizeof next_);
    visit("ticket served", &serving_, sizeof serving_);
  }

 private:
  atomic<uint64_t, Memory> next_{Memory::first_position};
  atomic<uint64_t, Memory> serving_{Memory::first_position};
};

}  // namespace schedlab
