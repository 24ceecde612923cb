#include "harness/cells/pools/measured_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "harness/cells/metrics.hpp"
#include "harness/cells/pools/progress_watchdog.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/context_switches.hpp"
#include "harness/measure/flag_round_trip.hpp"
#include "harness/measure/lost_cpu.hpp"
#include "harness/measure/placement.hpp"

namespace schedlab {
namespace {

using steady = std::chrono::steady_clock;

struct timed_rounds {
  std::uint64_t items = 0;
  std::uint64_t rounds = 0;
  double elapsed_s = 0;
  double cpu_s = 0;
  context_switches switches;
  lost_cpu lost;  // of the calling thread, which submits the tasks or does the work itself
  std::string wrong;
};

class rounds_of {
 public:
  rounds_of(measured_pool& pool, std::atomic<std::uint64_t>& done) : pool_(pool), done_(done) {}

  // Runs at least one round, and stops when the rounds together have taken `seconds` or an answer is wrong.
  timed_rounds run(double seconds) {
    timed_rounds all;
    do {
      pool_.prepare();
      const switches_so_far switches_before = context_switches_so_far();
      const double cpu_before = process_cpu_seconds();
      all.lost.begin();
      const auto begin = steady::now();
      all.items += pool_.round();
      all.elapsed_s += seconds_between(begin, steady::now());
      all.lost.end();
      all.cpu_s += process_cpu_seconds() - cpu_before;
      all.switches += context_switches_so_far().since(switches_before);
      ++all.rounds;
      done_.fetch_add(1, std::memory_order_relaxed);  // relaxed: only a watchdog reads it
      all.wrong = pool_.verify();
    } while (all.wrong.empty() && all.elapsed_s < seconds);
    return all;
  }

 private:
  measured_pool& pool_;
  std::atomic<std::uint64_t>& done_;
};

double work_of(const worker_counts& mine) { return static_cast<double>(mine.completed + mine.children); }

void add_shares(const std::vector<worker_counts>& before, const std::vector<worker_counts>& after,
                measurement& result) {
  double sum = 0;
  double most = 0;
  double least = 1e300;
  for (std::size_t i = 0; i < after.size() && i < before.size(); ++i) {
    const double share = work_of(after[i]) - work_of(before[i]);
    sum += share;
    most = std::max(most, share);
    least = std::min(least, share);
  }
  if (after.size() < 2 || sum == 0) return;
  result.add("largest_worker_share"_metric, most / sum);
  result.add("smallest_worker_share"_metric, least / sum);
}

void add_counts(const worker_counts& before, const worker_counts& after, double items, measurement& result) {
  const std::pair<const metric*, std::uint64_t worker_counts::*> counted[] = {
      {"steals_per_item"_metric, &worker_counts::steals},
      {"steal_attempts_per_item"_metric, &worker_counts::steal_attempts},
      {"lost_races_per_item"_metric, &worker_counts::lost_races},
      {"parks_per_item"_metric, &worker_counts::parks},
      {"empty_wakes_per_item"_metric, &worker_counts::empty_wakes},
      {"called_per_item"_metric, &worker_counts::called},
  };
  for (const auto& [what, count] : counted) {
    result.add(what, static_cast<double>(after.*count - before.*count) / items);
  }
}

// Looks often while rounds run, and returns in which share of the looks a task was queued while a worker was idle.
std::optional<double> share_of_violations(measured_pool& pool, rounds_of& rounds, const std::vector<int>& cpus) {
  if (!pool.watch()) return std::nullopt;
  std::atomic<bool> over{false};
  std::uint64_t looks = 0;
  std::uint64_t violations = 0;
  std::thread sampler([&] {
    allow_this_thread(cpus);  // otherwise it would share the submitter's CPU and disturb a worker there
    while (!over.load(std::memory_order_relaxed)) {  // relaxed: to see it late does no harm
      const pool_moment now = *pool.watch();
      ++looks;
      violations += now.has_queued && now.idle_workers > 0 ? 1 : 0;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  });
  rounds.run(0.02);
  over.store(true, std::memory_order_relaxed);  // relaxed: as above
  sampler.join();
  return looks == 0 ? 0 : static_cast<double>(violations) / static_cast<double>(looks);
}

void measure_rounds(measured_pool& pool, rounds_of& rounds, const std::vector<int>& cpus,
                    const repetition_request& request, measurement& result) {
  result.wrong = rounds.run(request.warmup_s).wrong;
  if (!result.wrong.empty()) return;

  pool.instruments() = {};
  const scheduler_statistics before = pool.statistics();
  const auto locks_before = pool.locks();
  const timed_rounds found = rounds.run(request.window_s);
  const scheduler_statistics after = pool.statistics();
  const auto locks_after = pool.locks();
  result.wrong = found.wrong;
  if (result.wrong.empty() && !after.adds_up()) {
    result.wrong =
        fmt::format("the books do not add up: {} accepted, {} completed, {} failed, {} queued, {} executing",
                    after.accepted, after.sum().completed, after.sum().failed, after.queued, after.executing);
  }
  if (!result.wrong.empty()) return;

  result.items = found.items;
  result.elapsed_s = found.elapsed_s;
  result.cpu_s = found.cpu_s;
  result.latency = pool.instruments().latency;
  const auto items = static_cast<double>(found.items);
  const auto rounds_done = static_cast<double>(found.rounds);
  result.add("rounds"_metric, rounds_done);
  result.add("cpu_seconds_per_item"_metric, found.cpu_s / items);
  result.add("voluntary_switches_per_item"_metric, static_cast<double>(found.switches.voluntary) / items);
  result.add("involuntary_switches_per_item"_metric, static_cast<double>(found.switches.involuntary) / items);
  result.add("context_switches_per_item"_metric, static_cast<double>(found.switches.all()) / items);
  result.add("most_switches_of_a_thread_per_item"_metric,
             static_cast<double>(found.switches.most_of_one_thread) / items);
  if (const auto lost = found.lost.share()) result.add("lost_cpu"_metric, *lost);
  add_counts(before.sum(), after.sum(), items, result);
  add_shares(before.workers, after.workers, result);
  if (locks_before && locks_after) {
    result.add("contended_acquisitions_per_item"_metric,
               static_cast<double>(locks_after->contended - locks_before->contended) / items);
    result.add("lock_wait_ns_per_item"_metric,
               static_cast<double>(locks_after->waited_ns - locks_before->waited_ns) / items);
  }
  const pool_instruments& seen = pool.instruments();
  if (seen.submit_call.count() > 0) {
    result.add("submit_call_p50_ns"_metric, static_cast<double>(seen.submit_call.at_share(0.5)));
    result.add("submit_call_p99_ns"_metric, static_cast<double>(seen.submit_call.at_share(0.99)));
  }
  if (seen.dispatch.count() > 0) {
    result.add("dispatch_p50_ns"_metric, static_cast<double>(seen.dispatch.at_share(0.5)));
    result.add("dispatch_p99_ns"_metric, static_cast<double>(seen.dispatch.at_share(0.99)));
    result.add("delay_p50_ns"_metric, static_cast<double>(seen.delay.at_share(0.5)));
    result.add("delay_p99_ns"_metric, static_cast<double>(seen.delay.at_share(0.99)));
    result.add("late_arrivals_share"_metric, static_cast<double>(seen.late_starts) / items);
  }
  if (const auto violations = share_of_violations(pool, rounds, cpus))
    result.add("work_conservation_violations"_metric, *violations);
}

}  // namespace

measurement measure_pool(const pool_maker& make, unsigned workers, const repetition_request& request) {
  measurement result;
  const auto cpus = allowed_cpus();
  calibrated_ticks();
  const bool shares = workers > 1 && cpus.size() > 1;
  const double round_trip_before = shares ? flag_round_trip_ns() : 0;
  {
    // The workers are pinned from the first CPU on; the thread that submits takes the CPU behind theirs.
    const pinned_for_a_while submitter(cpus[workers % cpus.size()]);
    const std::unique_ptr<measured_pool> pool = make(cpus);
    std::atomic<std::uint64_t> done{0};
    const progress_watchdog watching(
        request.watchdog_s,
        [&] {
          const worker_counts all = pool->statistics().sum();
          // relaxed: to see it late does no harm
          return done.load(std::memory_order_relaxed) + all.completed + all.failed + all.children;
        },
        [&] { return pool->report(); });
    rounds_of rounds(*pool, done);
    measure_rounds(*pool, rounds, cpus, request, result);
    pool->stop();  // while the watchdog still looks
  }
  if (shares) {
    result.add("flag_round_trip_before_ns"_metric, round_trip_before);
    result.add("flag_round_trip_after_ns"_metric, flag_round_trip_ns());
  }
  return result;
}

}  // namespace schedlab
