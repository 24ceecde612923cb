#include "harness/cells/queues/measured_workload.hpp"

#include <algorithm>

#include "harness/cells/metrics.hpp"
#include "harness/cells/queues/thread_team.hpp"
#include "workloads/queues/rank_errors.hpp"

namespace schedlab {

void add_figures(const lock_statistics& locks, measurement& result) {
  const auto items = static_cast<double>(std::max<std::uint64_t>(1, result.items));
  result.add("contended_acquisitions_per_item"_metric, static_cast<double>(locks.contended) / items);
  result.add("lock_wait_ns_per_item"_metric, static_cast<double>(locks.waited_ns) / items);
}

void add_figures(const stall_counts& stalls, measurement& result) {
  result.add("stalls"_metric, static_cast<double>(stalls.all));
  result.add("stalled_share"_metric, stalls.share_of_long_waits());
}

void add_figures(operation_log log, measurement& result) {
  if (log.empty()) return;
  const rank_errors found = rank_replay(std::move(log)).errors();
  result.add("rank_error_mean"_metric, found.mean);
  result.add("rank_error_p99"_metric, static_cast<double>(found.p99));
  result.add("rank_error_max"_metric, static_cast<double>(found.max));
  result.add("overtaken_max"_metric, static_cast<double>(found.overtaken_max));
}

namespace {

measurement measure_window(const workload_maker& make, const repetition_request& request) {
  const std::unique_ptr<measured_workload> workload = make();
  std::vector<team_member> members;
  for (unsigned thread = 0; thread < workload->threads(); ++thread) {
    members.push_back({workload->role(thread), workload->counted(thread)});
  }
  measurement result = run_team(members, request, [&](unsigned thread, probe& mine) { workload->run(thread, mine); });
  const std::string wrong = workload->verify();
  if (!wrong.empty()) result.wrong = wrong;
  workload->add_figures_to(result);
  return result;
}

}  // namespace

// On a crowded machine, threads that wait for each other can be kept off their CPUs for a whole window. If nothing
// moved in a window, a long one is measured instead; if nothing moves in that either, the design is stuck.
measurement measure(const workload_maker& make, const repetition_request& request) {
  measurement found = measure_window(make, request);
  if (found.items > 0) return found;
  repetition_request patient = request;
  patient.window_s *= 20;
  return measure_window(make, patient);
}

}  // namespace schedlab
