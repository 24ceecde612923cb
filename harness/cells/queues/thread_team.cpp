#include "harness/cells/queues/thread_team.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <latch>
#include <optional>
#include <thread>

#include "harness/cells/metrics.hpp"
#include "harness/cells/queues/fairness.hpp"
#include "harness/measure/flag_round_trip.hpp"
#include "harness/measure/placement.hpp"

namespace schedlab {

namespace {

void sleep_seconds(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// A thread may lose its CPU for longer than the window. So the window stays open until every thread has been in it, but
// at most a second longer, because a thread may be stuck.
void wait_for_all_to_begin(const std::deque<probe>& probes) {
  for (int milliseconds = 0; milliseconds < 1000; ++milliseconds) {
    if (std::all_of(probes.begin(), probes.end(), [](const probe& one) { return one.has_begun(); })) return;
    sleep_seconds(0.001);
  }
}

// Rates are added per thread, because each sees the window's edges at the end of its own batch.
void sum_up(const std::deque<probe>& probes, const std::vector<team_member>& members, measurement& result) {
  double items_per_second = 0;
  double elapsed = 0;
  double counted = 0;
  std::uint64_t all_items = 0;
  double failed_pushes = 0;
  double failed_pops = 0;
  probe::timed pushes;
  probe::timed pops;
  for (std::size_t thread = 0; thread < members.size(); ++thread) {
    const probe& seen = probes[thread];
    failed_pushes += static_cast<double>(seen.failed_pushes());
    failed_pops += static_cast<double>(seen.failed_pops());
    pushes.add(seen.pushes());
    pops.add(seen.pops());
    result.latency.merge(seen.latency());
    if (!members[thread].counted) continue;
    all_items += seen.items();
    if (!seen.measured()) continue;
    const bool part_of_the_loop_only = seen.only_runs().count > 0;
    const double seconds = part_of_the_loop_only ? 1e-9 * seen.only_runs().total_ns() : seen.elapsed_s();
    const std::uint64_t items = part_of_the_loop_only ? seen.only_runs().count : seen.items_in_window();
    items_per_second += seconds > 0 ? static_cast<double>(items) / seconds : 0;
    elapsed += seconds;
    counted += 1;
  }
  result.elapsed_s = counted > 0 ? elapsed / counted : 0;
  result.items = static_cast<std::uint64_t>(std::llround(items_per_second * result.elapsed_s));
  if (result.items == 0) {
    result.wrong = "no item went through within the window";
    return;
  }
  const auto per_item = [&](double count) {
    return count / static_cast<double>(std::max<std::uint64_t>(1, all_items));
  };
  result.add("failed_pushes_per_item"_metric, per_item(failed_pushes));
  result.add("failed_pops_per_item"_metric, per_item(failed_pops));
  if (pushes.count > 0) result.add("push_mean_ns"_metric, pushes.mean_ns());
  if (pops.count > 0) result.add("pop_mean_ns"_metric, pops.mean_ns());
}

// The figure is that of the thread that lost most, because the others wait for it.
void add_lost_cpu(const std::deque<probe>& probes, measurement& result) {
  std::optional<double> most;
  for (const probe& seen : probes) {
    if (const auto share = seen.lost().share()) most = std::max(most.value_or(0), *share);
  }
  if (most) result.add("lost_cpu"_metric, *most);
}

}  // namespace

measurement run_team(const std::vector<team_member>& members, const repetition_request& request,
                     const std::function<void(unsigned, probe&)>& body) {
  measurement result;
  const auto cpus = allowed_cpus();
  calibrated_ticks();
  const bool shares = members.size() > 1;
  const double round_trip_before = shares ? flag_round_trip_ns() : 0;

  std::atomic<phase> now{phase::warm_up};
  std::latch everybody_is_here(static_cast<std::ptrdiff_t>(members.size()) + 1);
  std::deque<probe> probes;
  std::vector<std::jthread> threads;
  for (unsigned thread = 0; thread < members.size(); ++thread) {
    probes.emplace_back(now, members.size() > cpus.size());
    threads.emplace_back([&, thread, &mine = probes.back()] {
      pin_this_thread(cpus[thread % cpus.size()]);
      name_this_thread(members[thread].role);
      everybody_is_here.arrive_and_wait();
      body(thread, mine);
    });
  }
  everybody_is_here.arrive_and_wait();
  sleep_seconds(request.warmup_s);
  const double cpu_before = process_cpu_seconds();
  const auto opened = std::chrono::steady_clock::now();
  now = phase::measuring;
  sleep_seconds(request.window_s);
  wait_for_all_to_begin(probes);
  now = phase::over;
  const double cpu_s = process_cpu_seconds() - cpu_before;
  const double open_s = seconds_between(opened, std::chrono::steady_clock::now());
  threads.clear();

  sum_up(probes, members, result);
  // The items belong to elapsed_s. The window was open for a slightly different time, and for a longer one if only runs
  // count.
  result.cpu_s = cpu_s * result.elapsed_s / open_s;
  add_fairness(probes, members, result);
  add_lost_cpu(probes, result);
  if (shares && cpus.size() > 1) {
    result.add("flag_round_trip_before_ns"_metric, round_trip_before);
    result.add("flag_round_trip_after_ns"_metric, flag_round_trip_ns());
  }
  return result;
}

}  // namespace schedlab
