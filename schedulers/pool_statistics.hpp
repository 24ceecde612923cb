// What a pool's books and its workers' desks say together. They count apart: at rest they must agree, or the statistics do
// not add up.
#pragma once

#include "queues/memory/array.hpp"
#include "schedulers/desk.hpp"
#include "schedulers/ledger.hpp"

namespace schedlab {

// Tasks that some worker has begun.
template <class Memory>
std::uint64_t tasks_started(const array<desk, Memory>& desks) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < desks.size(); ++i) all += desks[i].started.read();
  return all;
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
