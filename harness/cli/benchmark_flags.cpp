// The table of refusals, each with what to do instead.
#include "harness/cli/benchmark_flags.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "harness/base/parsed_number.hpp"

namespace schedlab {
namespace {

constexpr std::array translated = {"--benchmark_filter", "--benchmark_min_time", "--benchmark_repetitions",
                                   "--benchmark_out",    "--benchmark_format",   "--benchmark_counters_tabular"};

std::string_view instead(std::string_view name) {
  if (name == "--benchmark_list_tests") return "use `schedlab list cells`";
  if (name == "--benchmark_out_format") return "results are always JSON; samples.csv lies beside them";
  if (name == "--benchmark_min_warmup_time") return "every repetition warms up by itself";
  if (name == "--benchmark_enable_random_interleaving") return "repetitions are always interleaved in random order";
  if (name == "--benchmark_report_aggregates_only" || name == "--benchmark_display_aggregates_only") {
    return "all raw samples are kept and the table shows medians";
  }
  if (name == "--benchmark_context") return "the machine is described in every result";
  return "see `schedlab run --help` for the flags that are translated";
}

}  // namespace

result<double> benchmark_seconds(const std::string& text) {
  const auto seconds = parsed_number<double>(text.ends_with('s') ? text.substr(0, text.size() - 1) : text);
  if (!seconds) return failure{fmt::format("--benchmark_min_time={}: give seconds, such as 0.1 or 0.1s", text)};
  return *seconds;
}

outcome refuse_other_benchmark_flags(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (!argument.starts_with("--benchmark_")) continue;
    const std::string name = argument.substr(0, argument.find('='));
    bool known = false;
    for (const char* flag : translated) known = known || name == flag;
    if (!known) return failure{fmt::format("{} has no meaning here: {}", name, instead(name))};
  }
  return done{};
}

}  // namespace schedlab
