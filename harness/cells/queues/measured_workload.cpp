#include "harness/cells/queues/measured_workload.hpp"

#include "harness/cells/queues/thread_team.hpp"
#include "workloads/queues/rank_errors.hpp"

namespace schedlab {
namespace {

named_counters rank_counters(operation_log log) {
  if (log.empty()) return {};
  const rank_errors found = rank_replay(std::move(log)).errors();
  return {{"rank_error_mean", found.mean},
          {"rank_error_p99", static_cast<double>(found.p99)},
          {"rank_error_max", static_cast<double>(found.max)},
          {"overtaken_max", static_cast<double>(found.overtaken_max)}};
}

measurement measure_window(const workload_maker& make, const repetition_request& request) {
  const std::unique_ptr<measured_workload> workload = make();
  std::vector<team_member> members;
  for (unsigned thread = 0; thread < workload->threads(); ++thread) {
    members.push_back({workload->role(thread), workload->counted(thread)});
  }
  measurement result = run_team(members, request, [&](unsigned thread, probe& mine) { workload->run(thread, mine); });
  const std::string wrong = workload->verify();
  if (!wrong.empty()) result.wrong = wrong;
  for (const named_counters& more : {workload->counters(result.items), rank_counters(workload->log())}) {
    result.counters.insert(result.counters.end(), more.begin(), more.end());
  }
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
