// One repetition through Google Benchmark. Its engine runs one iteration, which is the whole time window (a fixed
// number of operations would make slow placements run into the time limit); its own reporter writes the entry, so the
// schema is Google Benchmark's and not an imitation.
#include "harness/run/repetition.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/cells/metrics.hpp"
#include "harness/measure/clock.hpp"
#include "workloads/splitmix.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

// Corrects the two facts that the engine gets wrong: the number of items that the one iteration moved, and the name of
// the cell (the engine appends its settings to it).
class one_entry : public benchmark::JSONReporter {
 public:
  one_entry(const cell& what, const measurement& found) : cell_(what), found_(found) {}

  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> corrected = runs;
    for (Run& run : corrected) {
      run.run_name = benchmark::BenchmarkName();
      run.run_name.function_name = cell_.name;
      run.iterations = static_cast<benchmark::IterationCount>(found_.items);
      run.real_accumulated_time = found_.elapsed_s;
      run.cpu_accumulated_time = found_.cpu_s;
      run.threads = cell_.threads;
    }
    JSONReporter::ReportRuns(corrected);
  }
  void Finalize() override {}

 private:
  const cell& cell_;
  const measurement& found_;
};

void set_counters(benchmark::State& state, const measurement& found) {
  for (const metric_value& one : found.counters) state.counters[one.declared->name] = one.value;
  state.counters["items_per_second"_key] = static_cast<double>(found.items) / found.elapsed_s;
  state.counters["clock_cost_ns"_key] = calibrated_ticks().reading_ns;
  state.counters["clock_resolution_ns"_key] = calibrated_ticks().resolution_ns;
  if (found.latency.count() == 0) return;
  state.counters["latency_samples"_key] = static_cast<double>(found.latency.count());
  const std::pair<const char*, double> shares[] = {
      {"p50_ns"_key, 0.5}, {"p90_ns"_key, 0.9}, {"p95_ns"_key, 0.95}, {"p99_ns"_key, 0.99}, {"p999_ns"_key, 0.999}};
  for (const auto& [name, share] : shares) state.counters[name] = static_cast<double>(found.latency.at_share(share));
  state.counters["max_ns"_key] = static_cast<double>(found.latency.max());
}

// Makes the heap untidy, so that the memory of each repetition lies elsewhere: at another distance from the start of a
// page, in other holes, beside other blocks. Otherwise all repetitions of a program would share one layout, and a
// longer command line or a change elsewhere in the program would move a figure by a tenth. (T. Mytkowicz et al.,
// "Producing wrong data without doing anything obviously wrong!", ASPLOS 2009; C. Curtsinger, E. Berger, "Stabilizer",
// ASPLOS 2013.)
class untidy_heap {
 public:
  explicit untidy_heap(std::uint64_t seed) {
    splitmix random(seed);
    for (auto& block : blocks_) {
      block.reset(new std::byte[1 + random.below(largest)]);
      benchmark::DoNotOptimize(block.get());  // or compilers leave the allocation out
    }
    for (auto& block : blocks_) {
      if (random.one_in(2)) block.reset();
    }
  }

 private:
  static constexpr std::size_t largest = 16 * 1024;
  std::array<std::unique_ptr<std::byte[]>, 512> blocks_;
};

std::string entry_of(const cell& what, const repetition_request& request, measurement& found) {
  benchmark::ClearRegisteredBenchmarks();
  const auto once = [&](benchmark::State& state) {
    const untidy_heap untidy(request.seed);
    for ([[maybe_unused]] auto iteration : state) {
      found = what.run(request);
      state.SetIterationTime(found.elapsed_s);
    }
    if (found.wrong.empty()) set_counters(state, found);
  };
  benchmark::RegisterBenchmark(what.name.c_str(), once)
      ->UseManualTime()
      ->MeasureProcessCPUTime()
      ->Iterations(1)
      ->Unit(benchmark::kNanosecond);
  std::ostringstream out;
  one_entry reporter(what, found);
  reporter.SetOutputStream(&out);
  reporter.SetErrorStream(&out);
  benchmark::RunSpecifiedBenchmarks(&reporter, "all");
  return out.str();
}

}  // namespace

std::string run_repetition(const cell& what, const repetition_request& request) {
  measurement found;
  const std::string entry = entry_of(what, request, found);
  json answer = {{"protocol", protocol_version}};
  if (!found.wrong.empty()) {
    answer["wrong"] = found.wrong;
  } else {
    answer["benchmark"] = json::parse(entry, nullptr, false);
    json& histogram = answer["histogram"] = json::array();
    found.latency.each([&](std::uint64_t value, std::uint64_t count) { histogram.push_back({value, count}); });
  }
  return answer.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace schedlab
