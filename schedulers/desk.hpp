// What a pool shows of one worker while it runs: what the worker is doing, and what it has counted. Only that worker
// writes it, on cache lines of its own.
#pragma once

#include "../queues/memory/bare.hpp"
#include "one_writer_count.hpp"
#include "scheduler_statistics.hpp"

namespace schedlab {

enum class activity : std::uint8_t {
  absent,     // the worker has not started, or has returned
  running,    // it runs a task, or is on its way to the next
  searching,  // it finds nothing to run
  joining,    // it waits for children inside a task and finds nothing else to run
  asleep,
};

constexpr const char* word(activity what) {
  switch (what) {
    case activity::absent:
      return "absent";
    case activity::running:
      return "running";
    case activity::searching:
      return "searching";
    case activity::joining:
      return "joining";
    case activity::asleep:
      return "asleep";
  }
  return "?";
}

class alignas(cache_line) desk {
 public:
  // relaxed: only for observers; no decision of the pool depends on it.
  void set(activity what) { __atomic_store_n(&doing_, static_cast<std::uint8_t>(what), __ATOMIC_RELAXED); }
  // relaxed: as above.
  activity doing() const { return static_cast<activity>(__atomic_load_n(&doing_, __ATOMIC_RELAXED)); }

  worker_counts counts() const {
    return {.submitted = submitted.read(),
            .completed = completed.read(),
            .failed = failed.read(),
            .children = children.read(),
            .called = called.read(),
            .steal_attempts = steal_attempts.read(),
            .steals = steals.read(),
            .items_stolen = items_stolen.read(),
            .lost_races = lost_races.read(),
            .idle_spins = idle_spins.read(),
            .parks = parks.read(),
            .wakes = wakes.read(),
            .empty_wakes = empty_wakes.read()};
  }

  one_writer_count started;  // tasks that this worker has begun
  // These are explained in worker_counts.
  one_writer_count submitted;
  one_writer_count completed;
  one_writer_count failed;
  one_writer_count children;
  one_writer_count called;
  one_writer_count steal_attempts;
  one_writer_count steals;
  one_writer_count items_stolen;
  one_writer_count lost_races;
  one_writer_count idle_spins;
  one_writer_count parks;
  one_writer_count wakes;
  one_writer_count empty_wakes;

 private:
  std::uint8_t doing_ = static_cast<std::uint8_t>(activity::absent);  // clang's builtins take no enumeration
};

}  // namespace schedlab
