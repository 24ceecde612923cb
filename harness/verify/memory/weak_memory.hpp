// Memory with C++20's orders. Per location the stores so far lie in modification order; each carries the view that
// reading it with acquire gives. A load may return any store not older than what its thread knows; a store may enter the
// modification order at any place after that; a read-modify-write enters directly behind the store that it read.
// J. Kang et al., "A promising semantics for relaxed-memory concurrency", POPL 2017, without promises; O. Lahav et al.,
// "Repairing sequential consistency in C/C++11", PLDI 2017; orders of sequentially consistent operations after
// [atomics.order]: one view that every seq_cst fence takes up and adds to, and every seq_cst access per location.
//
// What it cannot produce: an outcome in which program order, reads-from and the order of the seq_cst operations together
// form a cycle. That is load buffering (a load that reads a store later in the execution; RC11 forbids it too), and what
// C++20 allows because seq_cst need not agree with happens-before through weaker accesses: Z6.U, IRIW with one side
// acquire, seq_cst data behind a relaxed flag. Release sequences are C++20's: a later plain store of the releasing thread
// does not continue one.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "harness/base/hashing.hpp"
#include "harness/lockstep/most_threads.hpp"
#include "harness/verify/memory/view.hpp"
#include "queues/memory/order.hpp"

namespace schedlab::verify {

constexpr bool acquires(order how) { return how == order::acquire || how == order::acq_rel || how == order::seq_cst; }
constexpr bool releases(order how) { return how == order::release || how == order::acq_rel || how == order::seq_cst; }

class weak_memory {
 public:
  using store_index = std::uint32_t;
  static constexpr store_index none = ~store_index{0};

  struct store_record {
    std::uint64_t value;
    std::uint32_t step;  // the step of the execution
    store_index older;   // the next older store in modification order
    std::int16_t timestamp;
    bool initialised;
    bool follows_closely;  // made by a read-modify-write: no store may come between it and the older one
    bool is_read_by_one;   // a read-modify-write has read it: no second one may
    view released;
  };

  // How often one thread may read the same overtaken store in a row before it must see a newer one.
  static constexpr unsigned stale_reads = 2;

  // How much a seq_cst fence hands on to later ones. C++11's: what its own thread has stored before, and every seq_cst
  // store. C++20's, as RC11's: all that its thread has seen. A design that is clean under the first rule is clean under
  // the second.
  enum class fence_rule : std::uint8_t { cxx11, cxx20 };

  void reset(fence_rule rule);
  void add_location(std::uint64_t identity);
  // Forgets a location that no longer matters.
  void forget_location(std::size_t location) { locations_[location].identity = forgotten; }

  clock& known(unsigned thread) { return threads_[thread].current.known; }
  const clock& known(unsigned thread) const { return threads_[thread].current.known; }
  const store_record& record(store_index index) const { return stores_[index]; }
  store_index newest(std::size_t location) const { return locations_[location].newest; }

  // Writes the stores that a load with this order may return to `into`, newest first; returns how many there are.
  std::size_t readable(unsigned thread, std::size_t location, order how, store_index* into, std::size_t most) const;

  // Whether a load with this order may return that store.
  bool may_read(unsigned thread, std::size_t location, store_index from, order how) const {
    return stores_[from].timestamp >= lowest(thread, location, how);
  }

  // The thread reads that store.
  void read(unsigned thread, std::size_t location, store_index from, order how);

  // The places where a store may enter the modification order, newest first: each is the store that it comes after.
  std::size_t writable(unsigned thread, std::size_t location, order how, store_index* into, std::size_t most) const;

  // False if the timestamps between two stores are used up.
  bool write(unsigned thread, std::size_t location, store_index after, std::uint64_t value, order how,
             std::uint32_t step);
  // Writes directly behind the store that was read, whose release sequence it continues.
  bool write_after_read(unsigned thread, std::size_t location, store_index read_from, std::uint64_t value, order how,
                        std::uint32_t step);

  // Writes before the threads of the program start, when no other thread runs.
  void write_alone(std::size_t location, std::uint64_t value);

  void fence(unsigned thread, order how);

  // The view that a thread hands over with a mutex, and the next holder's taking it up.
  view& current(unsigned thread) { return threads_[thread].current; }
  void take_up(unsigned thread, const view& other);

  // Makes a thread that can only wait see every store, as it does in time.
  void see_everything(unsigned thread);

  // The outside has waited for all threads; what follows is the end of the execution.
  void join_all(unsigned into, unsigned threads);

  // A hash of everything on which later steps can depend, including the views that mutexes will hand over.
  struct handed_over {
    std::uint64_t mutex;
    const view* released;
  };
  std::uint64_t hash(const std::vector<unsigned>& unfinished, const std::vector<handed_over>& by_mutexes) const;

 private:
  static constexpr std::uint64_t forgotten = 0;  // an identity that no location has

  struct location_state {
    store_index newest;
    std::uint64_t identity;
  };
  struct thread_state {
    view current;                                                  // what the thread knows
    view acquirable;                                               // what an acquire fence would add
    view released;                                                 // what the thread knew at its last release fence
    view stored;                                                   // its own stores
    std::array<std::int16_t, most_locations> overtaken_timestamp;  // the overtaken store it read last, per location
    std::array<std::uint8_t, most_locations> overtaken_reads;      // how often in a row
  };

  bool insert(unsigned thread, std::size_t location, store_index after, std::uint64_t value, order how,
              std::uint32_t step, bool closely);
  std::int16_t lowest(unsigned thread, std::size_t location, order how) const;
  std::uint64_t hash_of(const view& some, const view& known_to_all) const;

  static constexpr std::int16_t spacing = 32;

  std::array<thread_state, most_threads> threads_;
  std::vector<location_state> locations_;
  std::vector<store_record> stores_;
  fence_rule rule_ = fence_rule::cxx20;
  view in_total_order_;  // what the seq_cst operations so far have seen
};

}  // namespace schedlab::verify
