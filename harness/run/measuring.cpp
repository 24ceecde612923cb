// Between two repetitions the parent journals, shows and now and then derives; during one it only waits.
#include "harness/run/measuring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "harness/run/child_process.hpp"
#include "harness/run/repetition_child.hpp"
#include "harness/run/run_files.hpp"

namespace schedlab {
namespace {

using clock = std::chrono::steady_clock;

// A cell that hangs costs its time limit each time; after so many it is not tried again.
constexpr unsigned tolerated_hangs = 2;

child_report run_repetition_of(const run_in_progress& run, std::size_t cell, unsigned round) {
  const plan& what = run.state.planned();
  const run_options& asked = what.options;
  const child_request request{what.cells[cell].name,
                              thread_limit(asked.cores),
                              {asked.warmup_s, asked.window_s, asked.watchdog_s, repetition_seed(what, cell, round)}};
  return run_child(to_text(request), asked.time_limit_s, run.watch);
}

unsigned hangs_of(const run_state& state, const std::string& cell) {
  return static_cast<unsigned>(std::count_if(state.records().begin(), state.records().end(),
                                             [&](const auto& r) { return r.hung && r.cell == cell; }));
}

// What a repetition of each cell has cost so far.
std::vector<double> measured_costs(const run_state& state) {
  const auto& cells = state.planned().cells;
  std::vector<double> costs;
  for (const planned_cell& cell : cells) {
    double sum = 0;
    unsigned count = 0;
    for (const repetition_record& r : state.records()) {
      if (r.cell != cell.name) continue;
      sum += r.took_s;
      ++count;
    }
    costs.push_back(count == 0 ? 0 : sum / count);
  }
  return costs;
}

outcome fit_between_rounds(const run_in_progress& run, journal& kept, unsigned round) {
  const plan& what = run.state.planned();
  if (what.options.budget_s <= 0 || round == 0) return done{};
  const fitted_plan& before = run.state.fitted();
  const auto fitted = fit_to_budget(
      what, {what.options.budget_s - run.state.spent_s(), round, measured_costs(run.state), before.left_out});
  if (!fitted) return fitted.why();
  if (fitted->repetitions == before.repetitions && fitted->left_out == before.left_out) return done{};
  if (auto written = kept.append(*fitted, what); !written) return written;
  run.state.fit(*fitted);
  return done{};
}

class periodic_files {
 public:
  // Deriving grows with the run; it may take a twentieth of the time at most.
  outcome derive_if_due(const run_in_progress& run) {
    const auto now = clock::now();
    if (now < due_) return done{};
    auto written = write_samples(run.folder, run.state, run.around);
    due_ = clock::now() + std::max<clock::duration>(std::chrono::seconds(5), 20 * (clock::now() - now));
    return written;
  }

 private:
  clock::time_point due_ = clock::now() + std::chrono::seconds(2);
};

void say_failure(const run_in_progress& run, const repetition_record& record, std::set<std::string>& said) {
  if (!record.error.empty() && said.insert(record.cell).second) {
    run.shown.say(fmt::format("{}: {}", record.cell, record.error));
  }
}

repetition_record next_record(const run_in_progress& run, std::size_t cell, unsigned round) {
  const planned_cell& what = run.state.planned().cells[cell];
  const place_in_run place{round, static_cast<unsigned>(run.state.records().size())};
  if (hangs_of(run.state, what.name) >= tolerated_hangs) {
    return failed_record(what, place, fmt::format("not tried again after {} hangs", tolerated_hangs));
  }
  const child_report report = run_repetition_of(run, cell, round);
  if (const std::string why = other_version(report.answer); !why.empty()) return failed_record(what, place, why);
  return to_record(what, place, report, run.state.planned().options.time_limit_s);
}

}  // namespace

outcome fit_before_start(const run_in_progress& run) {
  const plan& what = run.state.planned();
  if (what.options.budget_s <= 0) return done{};
  // Two cells stand for all until each has its own costs: starting threads is what differs most.
  const auto cost_of = [&](std::size_t cell) { return run_repetition_of(run, cell, 0).took_s; };
  const auto some = [&](bool alone) {
    std::vector<std::size_t> like;
    for (std::size_t i = 0; i < what.cells.size(); ++i) {
      if ((what.cells[i].threads == 1) == alone) like.push_back(i);
    }
    return like.empty() ? std::nullopt : std::optional(like[like.size() / 2]);
  };
  cost_of(0);  // the first one also reads the executable from the disk
  const auto alone = some(true);
  const auto together = some(false);
  const double alone_s = alone ? cost_of(*alone) : 0;
  const double together_s = together ? cost_of(*together) : 0;
  std::vector<double> costs;
  for (const planned_cell& cell : what.cells) costs.push_back(cell.threads == 1 ? alone_s : together_s);
  const auto fitted = fit_to_budget(what, {what.options.budget_s, 0, costs, {}});
  if (!fitted) return fitted.why();
  run.state.fit(*fitted);
  return done{};
}

outcome measure(const run_in_progress& run, journal& kept) {
  periodic_files files;
  std::set<std::string> said;
  const plan& what = run.state.planned();
  for (unsigned round = 0; round < run.state.fitted().repetitions; ++round) {
    if (auto fitted = fit_between_rounds(run, kept, round); !fitted) return fitted;
    if (round >= run.state.fitted().repetitions) break;
    for (const std::size_t cell : round_order(what, round)) {
      if (run.state.is_left_out(cell) || run.state.is_there(cell, round)) continue;
      if (run.watch.stop_signal()) return done{};
      repetition_record record = next_record(run, cell, round);
      if (run.watch.stop_signal()) return done{};
      if (auto written = kept.append(record); !written) return written;
      say_failure(run, record, said);
      run.state.add(std::move(record));
      run.shown.at(what.cells[cell].name, run.state.records().size(), run.state.total());
      if (auto written = files.derive_if_due(run); !written) return written;
    }
  }
  return done{};
}

}  // namespace schedlab
