// One scheduler at one workload, behind the interface that the harness measures.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "harness/run/measured_pool.hpp"
#include "schedulers/desk.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab {

template <class Scheduler, class Workload>
class pool_at_workload final : public measured_pool {
  static constexpr bool can_be_watched = requires(Scheduler& some) {
    some.doing(0u);
    some.has_queued();
  };

 public:
  // `make` makes the workload, with the instruments that it may fill.
  template <class Make>
  pool_at_workload(const scheduler_setup& setup, Make make) : workload_(make(instruments_)), scheduler_(setup) {}

  void prepare() override {
    if constexpr (requires { workload_.prepare(); }) workload_.prepare();
  }
  std::uint64_t round() override { return workload_.round(scheduler_); }
  std::string verify() override { return workload_.verify(); }
  pool_instruments& instruments() override { return instruments_; }
  scheduler_statistics statistics() override { return scheduler_.statistics(); }

  std::optional<lock_statistics> locks() override {
    if constexpr (requires { scheduler_.lanes().lock_statistics(); }) return scheduler_.lanes().lock_statistics();
    return std::nullopt;
  }

  std::optional<pool_moment> watch() override {
    if constexpr (can_be_watched) {
      pool_moment now{.has_queued = scheduler_.has_queued()};
      for (unsigned id = 0; id < scheduler_.worker_count(); ++id) {
        const activity doing = scheduler_.doing(id);
        now.idle_workers += doing == activity::searching || doing == activity::asleep ? 1 : 0;
      }
      return now;
    } else {
      return std::nullopt;
    }
  }

  std::string report() override {
    const scheduler_statistics all = scheduler_.statistics();
    std::string text = fmt::format("accepted {}, completed {}, failed {}, queued {}, executing {}", all.accepted,
                                   all.sum().completed, all.sum().failed, all.queued, all.executing);
    if constexpr (can_be_watched) {
      for (unsigned id = 0; id < scheduler_.worker_count(); ++id) {
        const worker_counts& mine = all.workers[id];
        text += fmt::format("\nworker {}: {}; {} tasks and {} children run, {} steals, {} parks, {} wakes", id,
                            word(scheduler_.doing(id)), mine.completed, mine.children, mine.steals, mine.parks, mine.wakes);
        if constexpr (requires { scheduler_.lanes().queued(id); }) {
          text += fmt::format("; {} in its deque", scheduler_.lanes().queued(id));
        }
      }
    }
    return text;
  }

 private:
  pool_instruments instruments_;
  Workload workload_;
  Scheduler scheduler_;
};

}  // namespace schedlab
