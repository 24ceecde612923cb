// What a scheduler counts, per worker and in sum. At rest accepted = completed + failed + dropped, and the counts of
// what is in progress are zero.
#pragma once

#include <cstdint>
#include <vector>

namespace schedlab {

struct worker_counts {
  std::uint64_t submitted = 0;  // tasks that this worker's tasks submitted
  std::uint64_t completed = 0;
  std::uint64_t failed = 0;          // tasks that threw, and nobody took the exception
  std::uint64_t children = 0;        // of fork_join and of groups, run by this worker: its own and stolen ones
  std::uint64_t called = 0;          // children called where they were forked, for want of stack
  std::uint64_t steal_attempts = 0;  // on other workers' deques that did not look empty
  std::uint64_t steals = 0;          // attempts that brought something
  std::uint64_t items_stolen = 0;
  std::uint64_t lost_races = 0;
  std::uint64_t idle_spins = 0;  // times it found nothing and looked again
  std::uint64_t parks = 0;
  std::uint64_t wakes = 0;
  std::uint64_t empty_wakes = 0;  // wake-ups after which it found nothing

  worker_counts& operator+=(const worker_counts& other) {
    submitted += other.submitted;
    completed += other.completed;
    failed += other.failed;
    children += other.children;
    called += other.called;
    steal_attempts += other.steal_attempts;
    steals += other.steals;
    items_stolen += other.items_stolen;
    lost_races += other.lost_races;
    idle_spins += other.idle_spins;
    parks += other.parks;
    wakes += other.wakes;
    empty_wakes += other.empty_wakes;
    return *this;
  }
  friend bool operator==(const worker_counts&, const worker_counts&) = default;
};

struct scheduler_statistics {
  std::uint64_t accepted = 0;  // from outside and from inside
  std::uint64_t refused = 0;   // submitted after a stop began
  std::uint64_t dropped = 0;   // accepted and never run; no policy drops yet, so 0 always
  std::uint64_t queued = 0;    // exact at rest, an estimate otherwise
  std::uint64_t executing = 0;
  std::vector<worker_counts> workers;

  worker_counts sum() const {
    worker_counts all;
    for (const worker_counts& each : workers) all += each;
    return all;
  }
  // To be asked when the scheduler is at rest.
  bool adds_up() const {
    const worker_counts all = sum();
    return accepted == all.completed + all.failed + dropped + queued + executing;
  }
};

}  // namespace schedlab
