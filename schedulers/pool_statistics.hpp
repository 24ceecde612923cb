// The statistics of a pool, from its ledger and its workers' desks. The two count independently of each other: when the
// pool is at rest they must agree, or the statistics do not add up.
#pragma once

#include "../queues/memory/array.hpp"
#include "desk.hpp"
#include "ledger.hpp"

namespace schedlab {

// The number of tasks that workers have begun.
template <class Memory>
std::uint64_t tasks_started(const array<desk, Memory>& desks) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < desks.size(); ++i) all += desks[i].started.read();
  return all;
}

// About whether an accepted task waits for a worker.
template <class Lanes, class Memory>
bool something_is_queued(const Lanes& lanes, const ledger<Memory>& books, const array<desk, Memory>& desks) {
  if (lanes.queued().value_or(0) > 0) return true;
  // An accepted task may still be on its way into a lane that cannot tell what it holds, hence the 1. The number of
  // started tasks is read after that of accepted ones, or tasks that came in between would seem to be queued.
  const std::uint64_t accepted = books.accepted_or_refused();
  return accepted > books.refused() + tasks_started(desks) + 1;
}

template <class Memory>
scheduler_statistics statistics_of(const ledger<Memory>& books, const array<desk, Memory>& desks) {
  scheduler_statistics all;
  all.refused = books.refused();
  const std::uint64_t booked = books.over() - all.refused;
  std::uint64_t over = 0;
  for (std::size_t i = 0; i < desks.size(); ++i) {
    const worker_counts counts = desks[i].counts();
    over += counts.completed + counts.failed;
    all.workers.push_back(counts);
  }
  all.accepted = books.accepted_or_refused() - all.refused;
  all.executing = tasks_started(desks) - over;
  const std::uint64_t not_queued = booked + all.executing;
  all.queued = all.accepted > not_queued ? all.accepted - not_queued : 0;
  return all;
}

}  // namespace schedlab
