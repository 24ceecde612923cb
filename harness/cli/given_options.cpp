// Bounds of numbers, and choices that contradict each other.
#include "harness/cli/given_options.hpp"

#include <fmt/format.h>

#include <limits>
#include <random>
#include <sstream>

#include "harness/base/parsed_number.hpp"
#include "harness/cli/benchmark_flags.hpp"

namespace schedlab {
namespace {

failure out_of_bounds(const char* flag, const std::string& text, const std::string& right) {
  return {fmt::format("{} {}: give {}", flag, text, right)};
}

template <class Number>
result<Number> number_in(const char* flag, const std::string& text, Number low, Number high, const std::string& right) {
  const auto value = verify::parsed_number<Number>(text);
  if (!value || *value < low || *value > high) return out_of_bounds(flag, text, right);
  return *value;
}

outcome check_numbers(given_options& from, run_options& o) {
  if (!from.repetitions_text.empty()) {
    const auto count =
        number_in("--repetitions", from.repetitions_text, 1u, 100000u, "a whole number from 1 to 100000");
    if (!count) return count.why();
    o.repetitions = *count;
  }
  if (!from.min_time_text.empty()) {
    const auto seconds = benchmark_seconds(from.min_time_text);
    if (!seconds) return seconds.why();
    from.window_text = fmt::format("{}", *seconds);
  }
  if (!from.window_text.empty()) {
    const auto seconds = number_in("--window", from.window_text, 0.001, 3600.0, "seconds, from 0.001 to 3600");
    if (!seconds) return seconds.why();
    o.window_s = *seconds;
  }
  o.time_limit_s = 30 + 2 * o.window_s;
  if (!from.time_limit_text.empty()) {
    const auto seconds = number_in("--time-limit", from.time_limit_text, 0.1, 1e6, "seconds, from 0.1 to 1000000");
    if (!seconds) return seconds.why();
    o.time_limit_s = *seconds;
  }
  if (!from.watchdog_text.empty()) {
    const auto seconds = number_in("--watchdog", from.watchdog_text, 0.1, 1e6, "seconds, from 0.1 to 1000000");
    if (!seconds) return seconds.why();
    o.watchdog_s = *seconds;
    if (from.time_limit_text.empty()) o.time_limit_s += o.watchdog_s;
  }
  if (!from.tolerated_loss_text.empty()) {
    const auto share = number_in("--tolerate-loss", from.tolerated_loss_text, 0.0, 1.0, "a share from 0 to 1");
    if (!share) return share.why();
    o.tolerated_loss = *share;
  }
  if (!from.budget_text.empty()) {
    const auto minutes = number_in("--budget", from.budget_text, 0.0, 1e6, "minutes, from 0 (no limit) to 1000000");
    if (!minutes) return minutes.why();
    o.budget_s = *minutes * 60;
  }
  std::istringstream counts(from.threads_text);
  for (std::string text; std::getline(counts, text, ',');) {
    const unsigned limit = thread_limit(o.cores);
    const auto count =
        number_in("--threads", text, 1u, limit,
                  fmt::format("counts from 1 to {} (4 times the {} cores, 256 at most)", limit, o.cores));
    if (!count) return count.why();
    o.threads.push_back(*count);
  }
  o.seed = std::random_device{}();
  if (!from.seed_text.empty()) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const auto seed =
        number_in("--seed", from.seed_text, std::uint64_t{0}, most, fmt::format("a whole number from 0 to {}", most));
    if (!seed) return seed.why();
    o.seed = *seed;
  }
  return done{};
}

outcome check_choices(given_options& from) {
  run_call& wanted = from.wanted.run;
  run_options& o = wanted.options;
  if (from.format != "console" && from.format != "json") {
    return failure{fmt::format(
        "--benchmark_format={}: give console or json (samples.csv is among the results of every run)", from.format)};
  }
  wanted.json_on_output = from.format == "json";
  if (!from.benchmark_filter.empty() && !o.filter.empty()) {
    return failure{fmt::format("the filter is given twice, as {} and as --benchmark_filter={}; give one", o.filter,
                               from.benchmark_filter)};
  }
  if (!from.benchmark_filter.empty()) o.filter = from.benchmark_filter;
  return done{};
}

outcome check_combination(const given_options& from) {
  const run_call& wanted = from.wanted.run;
  const bool any_choice =
      !(wanted.options.filter + wanted.options.suite + from.benchmark_filter + from.repetitions_text +
        from.window_text + from.budget_text + from.seed_text + from.threads_text + from.min_time_text +
        from.time_limit_text + from.watchdog_text + from.tolerated_loss_text)
           .empty();
  if (!wanted.resume.empty() && (any_choice || !wanted.out.empty() || wanted.in_process)) {
    return failure{"--resume goes on with a run as it was planned: leave out the other choices"};
  }
  if (wanted.in_process && !(wanted.out.empty() && wanted.copy_of_run_json.empty())) {
    return failure{"--in-process only prints its result: leave out --out and --benchmark_out"};
  }
  if (wanted.in_process &&
      !(from.repetitions_text + from.budget_text + from.threads_text + from.time_limit_text + wanted.options.suite)
           .empty()) {
    return failure{
        "--in-process runs one cell once: leave out --repetitions, --budget, --threads, --time-limit and --suite"};
  }
  return done{};
}

}  // namespace

outcome check_run(given_options& from) {
  if (auto checked = check_combination(from); !checked) return checked;
  if (auto checked = check_choices(from); !checked) return checked;
  if (auto checked = check_numbers(from, from.wanted.run.options); !checked) return checked;
  run_options& options = from.wanted.run.options;
  if (options.suite == "full" && from.budget_text.empty()) options.budget_s = 0;
  if (options.suite.empty()) options.suite = options.filter.empty() ? "quick" : "full";
  return done{};
}

outcome check_doctor(given_options& from) {
  if (from.doctor_seconds_text.empty()) return done{};
  const auto seconds = number_in("--seconds", from.doctor_seconds_text, 0.1, 3600.0, "seconds, from 0.1 to 3600");
  if (!seconds) return seconds.why();
  from.wanted.doctor.seconds = *seconds;
  return done{};
}

}  // namespace schedlab
