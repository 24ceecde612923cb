// A workload on one design, as the harness measures it. It has virtual functions, so that only the workload's own loop
// is compiled per design.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/cells/cell.hpp"
#include "harness/cells/queues/probe.hpp"
#include "workloads/queues/operation_log.hpp"

namespace schedlab {

using named_counters = std::vector<std::pair<std::string, double>>;

class measured_workload {
 public:
  virtual ~measured_workload() = default;
  virtual unsigned threads() const = 0;
  virtual std::string role(unsigned thread) const = 0;
  virtual bool counted(unsigned thread) const = 0;
  virtual void run(unsigned thread, probe& mine) = 0;
  virtual std::string verify() = 0;
  // Of the workload and of the design, once all threads have ended.
  virtual named_counters counters(std::uint64_t items) = 0;
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
  named_counters counters([[maybe_unused]] std::uint64_t items) override {
    named_counters found;
    if constexpr (requires { workload_.counters(); }) found = workload_.counters();
    auto& design = workload_.queue().tested();
    if constexpr (requires { design.lock_statistics(); }) {
      const auto lock = design.lock_statistics();
      const auto count = static_cast<double>(std::max<std::uint64_t>(1, items));
      found.emplace_back("contended_acquisitions_per_item", static_cast<double>(lock.contended) / count);
      found.emplace_back("lock_wait_ns_per_item", static_cast<double>(lock.waited_ns) / count);
    }
    return found;
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
