// One scheduler at one workload, behind the interface that the harness measures.
#pragma once

#include <utility>

#include "harness/cells/pools/measured_pool.hpp"
#include "harness/cells/pools/pool_report.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab {

template <class Scheduler, class Workload>
class pool_at_workload final : public measured_pool {
 public:
  // `make` makes the workload and is given the instruments that the workload may fill.
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
    if constexpr (can_be_watched<Scheduler>) {
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

  std::string report() override { return report_of(scheduler_); }
  void stop() override { scheduler_.stop(); }

 private:
  pool_instruments instruments_;
  Workload workload_;
  Scheduler scheduler_;
};

}  // namespace schedlab
