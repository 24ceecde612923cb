// A workload on one design, as the harness measures it. Behind virtual functions, so that only the workload's own loop is
// compiled per design.
#pragma once

#include <functional>
#include <memory>
#include <optional>
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
  // Once all threads have ended. Of designs with a lock:
  virtual std::optional<lock_statistics> locks() = 0;
  // Of workloads that stall a thread:
  virtual std::optional<stall_counts> stalls() = 0;
  // Empty where none is kept.
  virtual operation_log log() = 0;
};

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
  std::optional<lock_statistics> locks() override {
    auto& design = workload_.queue().tested();
    if constexpr (requires { design.lock_statistics(); }) return design.lock_statistics();
    return std::nullopt;
  }
  std::optional<stall_counts> stalls() override {
    if constexpr (requires { workload_.stalls(); }) return workload_.stalls();
    return std::nullopt;
  }
  operation_log log() override {
    if constexpr (requires { workload_.log(); }) return workload_.log();
    return {};
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
