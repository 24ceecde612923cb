// Text for a run that gets nowhere: a line for what each worker of the scheduler does, and what is queued where.
#pragma once

#include <fmt/format.h>

#include <string>

#include "schedulers/desk.hpp"
#include "schedulers/scheduler_statistics.hpp"

namespace schedlab {

template <class Scheduler>
concept can_be_watched = requires(Scheduler& some) {
  some.doing(0u);
  some.has_queued();
};

template <class Scheduler>
std::string report_of(Scheduler& some) {
  const scheduler_statistics all = some.statistics();
  std::string text = fmt::format("accepted {}, completed {}, failed {}, queued {}, executing {}", all.accepted,
                                 all.sum().completed, all.sum().failed, all.queued, all.executing);
  if constexpr (can_be_watched<Scheduler>) {
    for (unsigned id = 0; id < some.worker_count(); ++id) {
      const worker_counts& mine = all.workers[id];
      text += fmt::format("\nworker {}: {}; {} tasks and {} children run, {} steals, {} parks, {} wakes", id,
                          word(some.doing(id)), mine.completed, mine.children, mine.steals, mine.parks, mine.wakes);
      if constexpr (requires { some.lanes().queued(id); }) {
        text += fmt::format("; {} in its deque", some.lanes().queued(id));
      }
    }
  }
  return text;
}

}  // namespace schedlab
