// Bounds of numbers, and choices that contradict each other.
#include "harness/cli/run_choices.hpp"

#include <fmt/format.h>

#include <limits>
#include <random>
#include <sstream>

#include "harness/cli/benchmark_flags.hpp"
#include "harness/cli/number_option.hpp"

namespace schedlab {
namespace {

result<std::vector<unsigned>> thread_counts(const std::string& typed, unsigned cores) {
  const unsigned limit = thread_limit(cores);
  const std::string right = fmt::format("counts from 1 to {} (4 times the {} cores, 256 at most)", limit, cores);
  std::vector<unsigned> counts;
  std::istringstream words(typed);
  for (std::string word; std::getline(words, word, ',');) {
    const auto count = number_in("--threads", word, 1u, limit, right);
    if (!count) return count.why();
    counts.push_back(*count);
  }
  return counts;
}

outcome take_numbers(const run_choices& typed, run_options& o) {
  if (auto taken = take_number(o.repetitions, "--repetitions", typed.repetitions, 1u, 100000u,
                               "a whole number from 1 to 100000");
      !taken) {
    return taken;
  }
  if (auto taken = take_number(o.window_s, "--window", typed.window, 0.001, 3600.0, "seconds, from 0.001 to 3600");
      !taken) {
    return taken;
  }
  o.time_limit_s = 30 + 2 * o.window_s;
  constexpr const char* long_seconds = "seconds, from 0.1 to 1000000";
  if (auto taken = take_number(o.time_limit_s, "--time-limit", typed.time_limit, 0.1, 1e6, long_seconds); !taken) {
    return taken;
  }
  if (auto taken = take_number(o.watchdog_s, "--watchdog", typed.watchdog, 0.1, 1e6, long_seconds); !taken)
    return taken;
  if (!typed.watchdog.empty() && typed.time_limit.empty()) o.time_limit_s += o.watchdog_s;
  if (auto taken =
          take_number(o.tolerated_loss, "--tolerate-loss", typed.tolerated_loss, 0.0, 1.0, "a share from 0 to 1");
      !taken) {
    return taken;
  }
  double minutes = typed.suite == "full" ? 0 : o.budget_s / 60;
  if (auto taken = take_number(minutes, "--budget", typed.budget, 0.0, 1e6, "minutes, from 0 (no limit) to 1000000");
      !taken) {
    return taken;
  }
  o.budget_s = minutes * 60;
  const auto counts = thread_counts(typed.threads, o.cores);
  if (!counts) return counts.why();
  o.threads = *counts;
  o.seed = std::random_device{}();
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return take_number(o.seed, "--seed", typed.seed, std::uint64_t{0}, most,
                     fmt::format("a whole number from 0 to {}", most));
}

// Google Benchmark's flags say the same as ours.
outcome translate(run_choices& typed) {
  if (typed.benchmark_format != "console" && typed.benchmark_format != "json") {
    return failure{
        fmt::format("--benchmark_format={}: give console or json (samples.csv is among the results of every run)",
                    typed.benchmark_format)};
  }
  if (!typed.benchmark_filter.empty() && !typed.filter.empty()) {
    return failure{fmt::format("the filter is given twice, as {} and as --benchmark_filter={}; give one", typed.filter,
                               typed.benchmark_filter)};
  }
  if (!typed.benchmark_filter.empty()) typed.filter = typed.benchmark_filter;
  if (typed.benchmark_min_time.empty()) return done{};
  const auto seconds = benchmark_seconds(typed.benchmark_min_time);
  if (!seconds) return seconds.why();
  typed.window = fmt::format("{}", *seconds);
  return done{};
}

outcome check_combination(const run_choices& typed) {
  const bool any_choice = !(typed.filter + typed.suite + typed.benchmark_filter + typed.repetitions + typed.window +
                            typed.budget + typed.seed + typed.threads + typed.benchmark_min_time + typed.time_limit +
                            typed.watchdog + typed.tolerated_loss)
                               .empty();
  if (!typed.resume.empty() && (any_choice || !typed.out.empty() || typed.in_process)) {
    return failure{"--resume goes on with a run as it was planned: leave out the other choices"};
  }
  if (typed.in_process && !(typed.out + typed.benchmark_out).empty()) {
    return failure{"--in-process only prints its result: leave out --out and --benchmark_out"};
  }
  if (typed.in_process &&
      !(typed.repetitions + typed.budget + typed.threads + typed.time_limit + typed.suite).empty()) {
    return failure{
        "--in-process runs one cell once: leave out --repetitions, --budget, --threads, --time-limit and --suite"};
  }
  return done{};
}

}  // namespace

std::vector<option> options_of(run_choices& typed) {
  const std::string google = "Google Benchmark's flags";
  return {{"filter",
           "Which cells: a cell's name, a prefix ending in '/', or a regular expression searched in the names; "
           "all by default",
           &typed.filter, a_filter},
          {"--suite",
           "quick: what fits 5 minutes; full: everything, as long as it takes. By default quick, and full where a "
           "filter is given",
           &typed.suite,
           {},
           {"quick", "full"}},
          {"--repetitions", "Processes per cell (default 9)", &typed.repetitions, "N"},
          {"--out",
           "A new folder for the results (default results/runs/<utc>-<commit>, below the current folder if it has a "
           "results/ or schedlab is installed, else below the checkout)",
           &typed.out, "DIR"},
          {"--resume", "Go on with the run in this folder, or with the last", &typed.resume, a_run},
          {"--budget",
           "Measure for so many minutes at most: fewer repetitions down to nine, then fewer cells; 0: no limit "
           "(default 5; none with --suite full)",
           &typed.budget, "MINUTES"},
          {"--threads", "Only cells with these thread counts, such as 1,2,4", &typed.threads, "N,..."},
          {"--window", "Timed seconds of a repetition (default 0.05)", &typed.window, "SECONDS"},
          {"--time-limit",
           "A repetition that takes longer hangs: it is ended and counts as failed (default 30 s and twice the window)",
           &typed.time_limit, "SECONDS"},
          {"--watchdog",
           "A scheduler that gets nowhere for so long is stopped, and what each worker did is reported "
           "(default 5 s)",
           &typed.watchdog, "SECONDS"},
          {"--tolerate-loss",
           "A repetition of which a thread lost more of its CPU to others is set aside (default 0.05; 1: none is)",
           &typed.tolerated_loss, "SHARE"},
          {"--seed", "Of the order and the workloads (default: a new one each time)", &typed.seed, "N"},
          {"--quiet", "No progress", &typed.quiet},
          {"--no-wait", "Refuse to run if another run measures, instead of waiting for its end", &typed.no_wait},
          {"--in-process", "One cell in this process, for perf, gdb or heaptrack", &typed.in_process},
          {"--benchmark_filter", "As filter", &typed.benchmark_filter, a_filter, {}, false, google},
          {"--benchmark_min_time", "As --window: 0.1 or 0.1s", &typed.benchmark_min_time, "SECONDS", {}, false, google},
          {"--benchmark_repetitions", "As --repetitions", &typed.repetitions, "N", {}, false, google},
          {"--benchmark_out", "A copy of run.json goes there", &typed.benchmark_out, "FILE", {}, false, google},
          {"--benchmark_format",
           "console, or json: run.json on standard output",
           &typed.benchmark_format,
           "FORMAT",
           {},
           false,
           google},
          {"--benchmark_counters_tabular",
           "Accepted: the tables always are tabular",
           &typed.benchmark_counters_tabular,
           {},
           {},
           false,
           google}};
}

result<run_call> checked(run_choices typed, unsigned cores) {
  if (typed.benchmark_format.empty()) typed.benchmark_format = "console";
  if (auto refused = check_combination(typed); !refused) return refused.why();
  if (auto refused = translate(typed); !refused) return refused.why();
  run_call wanted;
  wanted.out = typed.out;
  wanted.resume = typed.resume;
  wanted.copy_of_run_json = typed.benchmark_out;
  wanted.json_on_output = typed.benchmark_format == "json";
  wanted.quiet = typed.quiet;
  wanted.in_process = typed.in_process;
  wanted.no_wait = typed.no_wait;
  wanted.options.cores = cores;
  wanted.options.filter = typed.filter;
  wanted.options.suite = !typed.suite.empty() ? typed.suite : typed.filter.empty() ? "quick" : "full";
  if (auto refused = take_numbers(typed, wanted.options); !refused) return refused.why();
  return wanted;
}

}  // namespace schedlab
