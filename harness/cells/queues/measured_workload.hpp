// A workload on one design, as the harness measures it. It has virtual functions, so that only the workload's own loop
// is compiled per design.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "harness/cells/cell.hpp"
#include "harness/cells/queues/probe.hpp"
#include "queues/memory/native_waiting.hpp"
#include "workloads/queues/operation_log.hpp"
#include "workloads/queues/stalls.hpp"

namespace schedlab {

class measured_workload {
 public:
  virtual ~measured_workload() = default;
  virtual unsigned threads() const = 0;
  virtual std::string role(unsigned thread) const = 0;
  virtual bool counted(unsigned thread) const = 0;
  virtual void run(unsigned thread, probe& mine) = 0;
  virtual std::string verify() = 0;
  // Of the workload and of the design, once all threads have ended.
  virtual void add_figures_to(measurement& result) = 0;
};

// What is counted beside the time, as metrics.
void add_figures(const lock_statistics& locks, measurement& result);
void add_figures(const stall_counts& stalls, measurement& result);
void add_figures(operation_log log, measurement& result);

using workload_maker = std::function<std::unique_ptr<measured_workload>()>;

// One repetition: a window over a new workload.
measurement measure(const workload_maker& make, const repetition_request& request);

template <class Workload>
class workload_on_design final : public measured_workload {
 public:
  template <class... Arguments>
  explicit workload_on_design(Arguments... arguments) : workload_(arguments...) {}

  unsigned threads() const override { return workload_.threads(); }
  std::string role(unsigned thread) const override { return workload_.role(thread); }
  bool counted(unsigned thread) const override { return workload_.counted(thread); }
  void run(unsigned thread, probe& mine) override { workload_.run(thread, mine); }
  std::string verify() override { return workload_.verify(); }
  void add_figures_to(measurement& result) override {
    if constexpr (requires { workload_.figures(); }) add_figures(workload_.figures(), result);
    auto& design = workload_.queue().tested();
    if constexpr (requires { design.lock_statistics(); }) add_figures(design.lock_statistics(), result);
  }

 private:
  Workload workload_;
};

template <class Workload, class... Arguments>
workload_maker made_of(Arguments... arguments) {
  return [=]() -> std::unique_ptr<measured_workload> {
    return std::make_unique<workload_on_design<Workload>>(arguments...);
  };
}

}  // namespace schedlab
