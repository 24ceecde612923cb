// Every key that a repetition's entry in run.json may have, declared once. From this table follow the columns of
// samples.csv, `schedlab list metrics`, the table in results/schema.md, and what the judge knows of metrics
// (harness/judge/read/metrics.json). A new metric is a line here and the statement that measures it; then
// harness/tidy/write_words.py brings those files up to date.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "harness/cells/metric.hpp"

namespace schedlab {

// The columns of samples.csv have this order, but for those of `if_measured`: they stand together, by name.
inline constexpr auto metrics = [] {
  using enum better;
  using enum over_repetitions;
  using enum column_in_samples;
  return std::to_array<metric>({
      // What was measured, and how well it could be.
      {"name", "text", neither, each_alone, always, "all",
       "the cell: queue/DESIGN/WORKLOAD/LOAD, of a scheduler pool/DESIGN/WORKLOAD/wWORKERS[.LOAD]"},
      {"design", "text", neither, each_alone, always, "all", "the design; its traits are in context.schedlab.designs"},
      {"workload", "text", neither, each_alone, always, "all", "what was run"},
      {"load", "text", neither, each_alone, always, "all", "how much of it; of a scheduler with its workers, w2.n30"},
      {"threads", "threads", neither, each_alone, always, "all",
       "all threads that took part, those that submit included"},
      {"repetition_index", "number", neither, each_alone, always, "all",
       "which repetition of its cell it is, from 0 on; one of `repetitions` or more was drawn again"},
      {"order_in_run", "number", neither, each_alone, always, "all", "which repetition of the run it is"},
      {"oversubscribed", "yes or no", neither, each_alone, always, "all", "whether it had more threads than cores"},

      // What nearly all have.
      {"iterations", "items", more, total, unless_failed, "all",
       "items that were counted, by which the times are divided"},
      {"real_time", "ns", less, median, unless_failed, "all", "wall time per item"},
      {"cpu_time", "ns", less, median, unless_failed, "all", "processor time of all threads per item"},
      {"time_unit", "text", neither, each_alone, unless_failed, "all", "the unit of real_time and cpu_time, always ns"},
      {"items_per_second", "per second", more, median, unless_failed, "all", "the inverse of real_time"},
      {"p50_ns", "ns", less, median, unless_failed, "where times are sampled",
       "what half of the samples were at most: single operations as read, the clock's cost inside; of start the times "
       "from submission to start, of open_poisson from arrival to end, of stalled the longest wait in a stall"},
      {"p90_ns", "ns", less, median, unless_failed, "where times are sampled", "as p50_ns, of 90 % of the samples"},
      {"p95_ns", "ns", less, median, unless_failed, "where times are sampled", "as p50_ns, of 95 % of the samples"},
      {"p99_ns", "ns", less, median, unless_failed, "where times are sampled", "as p50_ns, of 99 % of the samples"},
      {"p999_ns", "ns", less, median, unless_failed, "where times are sampled", "as p50_ns, of 99.9 % of the samples"},
      {"max_ns", "ns", less, median, unless_failed, "where times are sampled", "as p50_ns, of all samples"},
      {"latency_samples", "samples", neither, total, unless_failed, "where times are sampled",
       "how many samples there were"},
      {"lost_cpu", "share", neither, each_alone, unless_failed, "where it can be told",
       "of its CPU, what the thread that lost most of it lost to others within the window while it ought to have been "
       "busy; docs/measuring.md says where that can be told"},
      {"disturbed", "yes or no", neither, each_alone, unless_failed, "where lost_cpu is above what was tolerated",
       "1: others took too much of a thread's CPU, so the repetition is set aside"},

      // What was measured beside the time, of queues.
      {"push_mean_ns", "ns", less, median, if_measured, "queues",
       "mean of sampled successful pushes, the clock's cost subtracted"},
      {"pop_mean_ns", "ns", less, median, if_measured, "queues",
       "mean of sampled successful pops, the clock's cost subtracted"},
      {"failed_pushes_per_item", "per item", less, total, if_measured, "queues",
       "pushes that were answered full or contended"},
      {"failed_pops_per_item", "per item", less, total, if_measured, "queues",
       "pops that were answered empty or contended"},
      {"least_served", "ratio", more, median, if_measured, "queues, several threads of one kind",
       "the rate of the thread that got least by the mean of its kind (producers among producers, counted or not), 1 is "
       "fair"},
      {"most_served", "ratio", less, median, if_measured, "queues, several threads of one kind",
       "the same of the thread that got most"},
      {"longest_wait_ns", "ns", less, median, if_measured, "queues, several threads of one kind",
       "the longest time within the window in which any one thread got nothing, by failures in a row (from the 64th on) "
       "or in one sampled operation"},
      {"stalls", "stalls", neither, total, if_measured, "stalled", "how many stalls there were"},
      {"stalled_share", "share", less, median, if_measured, "stalled",
       "of the stalls, those in which the witness waited longer than half of the stall"},
      {"rank_error_mean", "items", less, median, if_measured, "order_errors",
       "items inside that should have come out before the one that did, mean over the pops"},
      {"rank_error_p99", "items", less, median, if_measured, "order_errors",
       "as rank_error_mean, what 99 % of the pops had at most"},
      {"rank_error_max", "items", less, median, if_measured, "order_errors",
       "as rank_error_mean, the most that any pop had"},
      {"overtaken_max", "items", less, median, if_measured, "order_errors",
       "the most items that came out before one that should have been first"},
      {"bytes_idle", "bytes", less, median, if_measured, "memory", "resident bytes of a new queue"},
      {"bytes_per_1000_items", "bytes", less, median, if_measured, "memory",
       "resident bytes of a queue that holds its items, per 1,000 of them"},
      {"bytes_per_item", "bytes", less, median, if_measured, "memory",
       "resident bytes of a queue that holds its items, per item"},
      {"bytes_after_drain", "bytes", less, median, if_measured, "memory, pool_memory",
       "what is still held when all items or tasks are out again"},

      // Of queues and schedulers.
      {"contended_acquisitions_per_item", "per item", less, total, if_measured, "designs with a lock",
       "times that a thread found the lock held by another"},
      {"lock_wait_ns_per_item", "ns", less, median, if_measured, "designs with a lock",
       "what all threads waited for the lock, per item"},
      {"clock_cost_ns", "ns", neither, each_alone, if_measured, "all",
       "one reading of the clock, as this process found it"},
      {"clock_resolution_ns", "ns", neither, each_alone, if_measured, "all",
       "the smallest step between two different readings, as this process found it"},

      // Of schedulers.
      {"rounds", "rounds", more, total, if_measured, "schedulers",
       "how often the workload was run within the window; each round's answer was held against the known one"},
      {"cpu_seconds_per_item", "s", less, median, if_measured, "schedulers", "cpu_time in seconds"},
      {"context_switches_per_item", "per item", less, total, if_measured, "schedulers",
       "times that a CPU went on with another thread"},
      {"voluntary_switches_per_item", "per item", less, total, if_measured, "schedulers",
       "switches because a thread had to wait"},
      {"involuntary_switches_per_item", "per item", less, total, if_measured, "schedulers",
       "switches because a thread's time was up"},
      {"most_switches_of_a_thread_per_item", "per item", less, total, if_measured, "schedulers",
       "switches of the thread with most of them"},
      {"steals_per_item", "per item", neither, total, if_measured, "own schedulers",
       "steals from another worker that brought something"},
      {"steal_attempts_per_item", "per item", less, total, if_measured, "own schedulers",
       "looks at another worker's deque that did not look empty"},
      {"lost_races_per_item", "per item", less, total, if_measured, "own schedulers",
       "steals at which another worker was faster"},
      {"parks_per_item", "per item", neither, total, if_measured, "own schedulers",
       "times that a worker went to sleep"},
      {"empty_wakes_per_item", "per item", less, total, if_measured, "own schedulers",
       "times that a worker was woken and found nothing"},
      {"called_per_item", "per item", neither, total, if_measured, "own schedulers",
       "children called where they were forked, for want of stack"},
      {"largest_worker_share", "share", less, median, if_measured, "schedulers, several workers that count",
       "of the work, what the busiest worker did (of 2 workers 50 % is even)"},
      {"smallest_worker_share", "share", more, median, if_measured, "schedulers, several workers that count",
       "of the work, what the idlest worker did"},
      {"work_conservation_violations", "share", less, median, if_measured, "own schedulers",
       "of many looks into the pool, in rounds of their own after the window, those that saw a task wait although a "
       "worker had none"},
      {"submit_call_p50_ns", "ns", less, median, if_measured, "start",
       "what half of the calls of submit() took at most"},
      {"submit_call_p99_ns", "ns", less, median, if_measured, "start",
       "what 99 % of the calls of submit() took at most"},
      {"dispatch_p50_ns", "ns", less, median, if_measured, "open_poisson",
       "a task's time from arrival to start, what half of them had at most"},
      {"dispatch_p99_ns", "ns", less, median, if_measured, "open_poisson",
       "a task's time from arrival to start, what 99 % of them had at most"},
      {"delay_p50_ns", "ns", less, median, if_measured, "open_poisson",
       "by how much dispatch was longer than with workers that cost nothing, for the same arrivals and durations, in "
       "order of arrival; what half of the tasks had at most"},
      {"delay_p99_ns", "ns", less, median, if_measured, "open_poisson",
       "as delay_p50_ns, what 99 % of the tasks had at most"},
      {"late_arrivals_share", "share", less, median, if_measured, "open_poisson",
       "arrivals that the submitting thread made more than 1 us late; above 0.01 the load was not the one asked for"},
      {"idle_cpu_share", "CPUs", less, median, if_measured, "idle",
       "processor time of all workers while nothing is to do, by wall time"},
      {"spin_down_cpu_ms", "ms", less, median, if_measured, "idle",
       "processor time of all workers within 20 ms after the last task"},
      {"bytes_per_worker", "bytes", less, median, if_measured, "pool_memory",
       "resident bytes that a new pool adds per worker, beyond those of a bare thread"},
      {"bytes_per_thread", "bytes", neither, median, if_measured, "pool_memory",
       "resident bytes that a bare thread adds"},
      {"bytes_per_task", "bytes", less, median, if_measured, "pool_memory", "resident bytes that a queued task adds"},
      {"bytes_per_task_itself", "bytes", less, median, if_measured, "pool_memory",
       "of bytes_per_task the task's own block, the rest is the queues' and the allocator's"},
      {"bytes_kept_for_tasks", "bytes", neither, median, if_measured, "pool_memory",
       "of bytes_after_drain the blocks kept for the next tasks, the rest is garbage that queues and allocator retain"},

      // Where the machine had put the threads, and what went wrong.
      {"flag_round_trip_before_ns", "ns", neither, each_alone, unless_failed, "two or more threads",
       "the bare round trip of a flag between the first two CPUs, before the window"},
      {"flag_round_trip_after_ns", "ns", neither, each_alone, unless_failed, "two or more threads",
       "the same after the window"},
      {"error_message", "text", neither, each_alone, always, "failed repetitions", "why there is no number"},
      {"placement_mode", "text", neither, each_alone, always, "all",
       "where the machine had put the threads; - for one thread, drifted if it changed meanwhile"},

      // For readers of Google Benchmark's format.
      {"run_name", "text", neither, each_alone, never, "all", "the same as name"},
      {"run_type", "text", neither, each_alone, never, "all", "always iteration; aggregates are left to the reader"},
      {"family_index", "number", neither, each_alone, never, "all",
       "always 0: each repetition has a process of its own"},
      {"per_family_instance_index", "number", neither, each_alone, never, "all", "always 0"},
      {"repetitions", "number", neither, each_alone, never, "all", "of each cell, what was drawn again not counted"},
      {"error_occurred", "yes or no", neither, each_alone, never, "failed repetitions",
       "the repetition failed; its times are then 0 and mean nothing"},
  });
}();

// Where it stands among the metrics; metrics.size() if none has that name.
constexpr std::size_t place_of_metric(std::string_view name) {
  std::size_t place = 0;
  while (place < metrics.size() && metrics[place].name != name) ++place;
  return place;
}

// Nothing if no metric has that name.
constexpr const metric* metric_named(std::string_view name) {
  const std::size_t place = place_of_metric(name);
  return place == metrics.size() ? nullptr : &metrics[place];
}

// "steals_per_item"_metric is the declaration; a name that none has does not compile. It asks for the place, because g++ 12
// with sanitizers does not compare a pointer with null while it compiles.
consteval const metric* operator""_metric(const char* name, std::size_t length) {
  const std::size_t place = place_of_metric({name, length});
  if (place == metrics.size()) throw "harness/cells/metrics.hpp declares no metric of this name";
  return &metrics[place];
}

// The name alone, for the keys of JSON.
consteval const char* operator""_key(const char* name, std::size_t length) {
  return operator""_metric(name, length)->name;
}

static_assert(
    [] {
      for (std::size_t place = 0; place < metrics.size(); ++place) {
        if (place_of_metric(metrics[place].name) != place) return false;
      }
      return true;
    }(),
    "two metrics have one name");

}  // namespace schedlab
