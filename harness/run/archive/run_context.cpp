// Google Benchmark's own reporter describes what it knows; the rest is added beside it.
#include "harness/run/archive/run_context.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "harness/base/process/executable_path.hpp"
#include "harness/base/schema_versions.hpp"
#include "harness/measure/clock.hpp"
#include "harness/run/archive/design_json.hpp"
#include "harness/run/plan/plan_file.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

json google_context() {
  std::ostringstream text;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.SetErrorStream(&text);
  const benchmark::BenchmarkReporter::Context context;
  reporter.ReportContext(context);
  reporter.Finalize();
  const json parsed = json::parse(text.str(), nullptr, false);
  return parsed.is_object() ? parsed.value("context", json::object()) : json::object();
}

json skipped_json(const run_surroundings& around) {
  json list = json::array();
  for (const skipped_design& s : around.skipped) list.push_back({{"name", s.name}, {"reason", s.reason}});
  for (const design& d : around.designs) {
    if (!d.traits.sound) {
      list.push_back({{"name", d.traits.name}, {"reason", "not sound, so it is tested and never timed"}});
    }
  }
  return list;
}

// Shares of the CPUs' time. The look before the run is short: some ticks of it are rounding.
constexpr double noticeable_just_before = 0.15;
constexpr double noticeable_during = 0.05;
constexpr double noticeable_steal = 0.01;

struct taken_shares {
  std::optional<double> by_others;
  std::optional<double> by_hypervisor;
};

taken_shares taken_so_far(const run_surroundings& around) {
  const auto now = read_cpu_times();
  return {others_share(around.cpu_times_at_start, now), steal_share(around.cpu_times_at_start, now)};
}

json or_null(const std::optional<double>& share) { return share ? json(*share) : json(nullptr); }

}  // namespace

std::vector<std::string> warnings(const run_state& state, const run_surroundings& around) {
  const machine& m = around.host;
  std::vector<std::string> found;
  if (around.source.build_type != "Release") {
    found.push_back(
        fmt::format("a {} build: its times mean nothing; measure with the preset release", around.source.build_type));
  }
  if (!around.source.why_unknown.empty()) {
    found.push_back(fmt::format("the commit is unknown, because git told the build: {}", around.source.why_unknown));
  }
  if (m.governor != "none" && m.governor != "performance") {
    found.push_back(fmt::format(
        "the frequency governor is '{}'; `cpupower frequency-set -g performance` steadies the clock", m.governor));
  }
  if (around.others_share_at_start.value_or(0) > noticeable_just_before) {
    found.push_back(fmt::format("just before the run other programs used {:.0f}% of the CPU time",
                                *around.others_share_at_start * 100));
  }
  // Before the first repetition there is next to nothing to take a share of.
  const taken_shares taken = state.records().empty() ? taken_shares() : taken_so_far(around);
  if (taken.by_others.value_or(0) > noticeable_during) {
    found.push_back(fmt::format("during the run other programs used {:.1f}% of the CPU time", *taken.by_others * 100));
  }
  if (taken.by_hypervisor.value_or(0) > noticeable_steal) {
    found.push_back(
        fmt::format("{:.1f}% of the CPU time was stolen by other guests of the machine", *taken.by_hypervisor * 100));
  }
  if (m.allowed_cores < 2) found.push_back("one core only: every cell of two or more threads is oversubscribed");
  const run_options& asked = state.planned().options;
  if (state.fitted().repetitions < asked.repetitions) {
    found.push_back(fmt::format("{} repetitions of each cell instead of {}, to stay within the budget of {:g} minutes",
                                state.fitted().repetitions, asked.repetitions, asked.budget_s / 60));
  }
  const auto& cut = state.fitted().left_out;
  const auto begun = std::count_if(cut.begin(), cut.end(), [&](std::size_t i) { return state.is_there(i, 0); });
  if (begun != 0) {
    found.push_back(
        fmt::format("{} cells have fewer repetitions than the others: the budget of {:g} minutes turned out "
                    "too short for them",
                    begun, asked.budget_s / 60));
  }
  return found;
}

std::string context_text(const run_state& state, const run_surroundings& around) {
  const run_options& asked = state.planned().options;
  const machine& m = around.host;
  const taken_shares taken = taken_so_far(around);
  json context = google_context();
  std::error_code ignored;
  context["date"] = around.begun;
  context["executable"] = std::filesystem::canonical(executable_path(), ignored).string();
  const verify::badges checked;
  json designs = json::object();
  for (const design& d : around.designs) {
    designs[d.traits.name] = design_json(d.traits, checked.badge_of(d.traits.name));
  }
  // Hundreds of combinations: those of the run.
  std::set<std::string> in_use;
  for (const planned_cell& c : state.planned().cells) in_use.insert(c.design);
  for (const scheduler_design& d : around.schedulers) {
    if (in_use.count(d.name) != 0) designs[d.name] = design_json(d, checked);
  }
  json left_out = json::array();
  for (const std::size_t i : state.fitted().left_out) {
    // What was measured before the budget turned out too short has its few repetitions.
    if (!state.is_there(i, 0)) left_out.push_back(state.planned().cells[i].name);
  }
  json elsewhere = json::object();
  json commits_elsewhere = json::object();
  for (const folder_elsewhere& folder : folders_elsewhere()) {
    elsewhere[folder.name] = folder.path;
    commits_elsewhere[folder.name] = {
        {"commit", folder.commit.name}, {"dirty", folder.commit.dirty}, {"why_unknown", folder.commit.why_unknown}};
  }
  json own = {{"schema_version", run_schema},
              {"complete", state.complete()},
              {"commit", around.source.commit},
              {"dirty", around.source.dirty},
              {"executable_hash", around.source.fingerprint},
              {"compiler", around.source.compiler},
              {"flags", around.source.flags},
              {"build_type", around.source.build_type},
              {"kernel", m.kernel},
              {"cpu_model", m.cpu_model},
              {"allowed_cores", m.allowed_cores},
              {"governor", m.governor},
              {"turbo", m.turbo},
              {"aslr", m.aslr},
              {"clock_source", m.clock_source},
              {"virtualised", m.virtualised},
              {"load_at_start", m.load},
              {"others_share_at_start", or_null(around.others_share_at_start)},
              {"others_share", or_null(taken.by_others)},
              {"steal_time_share", or_null(taken.by_hypervisor)},
              {"seed", asked.seed},
              {"suite", asked.suite},
              {"filter", asked.filter},
              {"threads", asked.threads},
              {"repetitions", state.fitted().repetitions},
              {"repetitions_asked", asked.repetitions},
              {"window_s", asked.window_s},
              {"warmup_s", asked.warmup_s},
              {"budget_minutes", asked.budget_s / 60},
              {"tolerated_loss", asked.tolerated_loss},
              {"measured_s", state.spent_s()},
              {"clock_cost_ns", calibrated_ticks().reading_ns},
              {"clock_resolution_ns", calibrated_ticks().resolution_ns},
              {"warnings", warnings(state, around)},
              {"left_out", left_out},
              {"skipped", skipped_json(around)},
              {"folders_elsewhere", elsewhere},
              {"commits_elsewhere", commits_elsewhere},
              {"code_sizes", around.source.code_sizes},
              {"designs", designs}};
  context["schedlab"] = own;
  return context.dump(1, ' ', false, json::error_handler_t::replace);
}

}  // namespace schedlab
