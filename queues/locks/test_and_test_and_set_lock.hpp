// The test-and-test-and-set lock: a thread that wants the lock exchanges a word for 1, but only when the lock looks
// free.
// L. Rudolph, Z. Segall, "Dynamic decentralized cache schemes for MIMD parallel processors", ISCA 1984; measured by
// T. E. Anderson, "The performance of spin lock alternatives for shared-memory multiprocessors", TPDS 1990.
//
// Waiting threads read a line that they all share, and only a released lock makes them fetch it for themselves. There
// is no order: a thread that has its CPU gets in, and one thread may wait for ever while others come and go.
//
// Progress: blocking. Who may call what: any thread may lock; the thread that holds the lock unlocks it.
#pragma once

#include "../memory/atomic.hpp"
#include "../memory/native_memory.hpp"
#include "spin_wait.hpp"

namespace schedlab {

template <class Memory = native_memory>
class test_and_test_and_set_lock {
 public:
  void lock() {
    spin_wait<Memory> waiting;
    while (!try_lock()) waiting.once();
  }

  bool try_lock() {
    // relaxed: only a look; the exchange decides.
    if (taken_.load(order::relaxed) != 0) return false;
    // acquire: pairs with the release in unlock.
    return taken_.exchange(1, order::acquire) == 0;
  }

  void unlock() {
    // release: pairs with the acquire in try_lock.
    taken_.store(0, order::release);
  }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("lock", &taken_, sizeof taken_);
  }

 private:
  atomic<uint32_t, Memory> taken_{0};
};

}  // namespace schedlab
