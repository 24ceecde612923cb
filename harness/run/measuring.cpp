// Between two repetitions the parent writes the journal, shows the progress and sometimes derives the result files;
// while a repetition runs it only waits.
#include "harness/run/measuring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "harness/base/process/child_process.hpp"
#include "harness/run/archive/run_files.hpp"
#include "harness/run/plan/redraws.hpp"
#include "harness/run/repetition_child.hpp"

namespace schedlab {
namespace {

using clock = std::chrono::steady_clock;

// A cell that hangs costs its time limit each time, so after this many hangs it is not tried again.
constexpr unsigned tolerated_hangs = 2;

child_report run_repetition_of(const run_in_progress& run, std::size_t cell, unsigned round) {
  const plan& what = run.state.planned();
  const run_options& asked = what.options;
  const child_request request{what.cells[cell].name,
                              thread_limit(asked.cores),
                              {asked.warmup_s, asked.window_s, asked.watchdog_s, repetition_seed(what, cell, round)}};
  return run_child(to_text(request), asked.time_limit_s, run.watch);
}

std::vector<double> measured_costs(const run_state& state) {
  std::vector<double> costs;
  for (std::size_t i = 0; i < state.planned().cells.size(); ++i) costs.push_back(state.mean_cost_s(i));
  return costs;
}

outcome fit_between_rounds(const run_in_progress& run, journal& kept, unsigned round) {
  const plan& what = run.state.planned();
  if (what.options.budget_s <= 0 || round == 0) return done{};
  const fitted_plan& before = run.state.fitted();
  const auto fitted = fit_to_budget(
      what, {run.state.budget_left_s(), before.repetitions, round, measured_costs(run.state), before.left_out});
  if (!fitted) return fitted.why();
  if (fitted->repetitions == before.repetitions && fitted->left_out == before.left_out) return done{};
  run.shown.say(fmt::format("the cells take longer than expected: from here on {} cells x {} repetitions",
                            what.cells.size() - fitted->left_out.size(), fitted->repetitions));
  if (auto written = kept.append(*fitted, what); !written) return written;
  run.state.fit(*fitted);
  return done{};
}

class periodic_files {
 public:
  // Derives the result files if it is time. The longer the run, the longer that takes; it may take a twentieth of the
  // time.
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
  if (run.state.hangs_of(cell) >= tolerated_hangs) {
    return failed_record(what, place, fmt::format("not tried again after {} hangs", tolerated_hangs));
  }
  const child_report report = run_repetition_of(run, cell, round);
  if (const std::string why = other_version(report.answer); !why.empty()) return failed_record(what, place, why);
  return to_record(what, place, report, run.state.planned().options.time_limit_s,
                   run.state.planned().options.tolerated_loss);
}

// Tries one cell of each workload; its cost stands for all cells of that workload until each has a cost of its own.
std::vector<double> tried_costs(const run_in_progress& run) {
  const plan& what = run.state.planned();
  const auto cost_of = [&](std::size_t cell) { return run_repetition_of(run, cell, 0).took_s; };
  cost_of(0);  // the first process also reads the executable from the disk
  std::map<std::string, double> by_workload;
  std::vector<double> costs;
  for (std::size_t i = 0; i < what.cells.size(); ++i) {
    const auto [known, is_new] = by_workload.try_emplace(what.cells[i].workload, 0);
    if (is_new) known->second = cost_of(i);
    costs.push_back(known->second);
  }
  return costs;
}

class measuring_loop {
 public:
  measuring_loop(const run_in_progress& run, journal& kept) : run_(run), kept_(kept) {}

  // False if a signal asked to stop.
  result<bool> repeat(std::size_t cell, unsigned repetition) {
    if (run_.watch.stop_signal()) return false;
    repetition_record record = next_record(run_, cell, repetition);
    if (run_.watch.stop_signal()) return false;
    if (auto written = kept_.append(record); !written) return written.why();
    say_failure(run_, record, reported_cells_);
    run_.state.add(std::move(record));
    return true;
  }

  outcome derive_if_due() { return files_.derive_if_due(run_); }

 private:
  const run_in_progress& run_;
  journal& kept_;
  periodic_files files_;
  std::set<std::string> reported_cells_;
};

// Each round repeats the cells that still lack samples, as long as there is time for at least one of them.
outcome draw_again(const run_in_progress& run, measuring_loop& loop) {
  run_state& state = run.state;
  for (unsigned round = 0; round < most_redraws(state.fitted().repetitions); ++round) {
    const redraws wanted = wanted_redraws(state);
    if (wanted.cells.empty()) return done{};
    run.shown.say(
        fmt::format("drawing {} cells again: {} have too few samples in the usual placement mode, {} too few "
                    "undisturbed ones",
                    wanted.cells.size(), wanted.of_rare_mode, wanted.of_disturbed));
    run.shown.begin_phase();
    std::size_t finished = 0;
    for (const std::size_t cell : round_order(state.planned(), state.fitted().repetitions + round)) {
      if (!std::binary_search(wanted.cells.begin(), wanted.cells.end(), cell)) continue;
      if (state.mean_cost_s(cell) > state.budget_left_s()) return done{};
      const auto repeated = loop.repeat(cell, state.repetitions_of(cell));
      if (!repeated) return repeated.why();
      if (!*repeated) return done{};
      run.shown.at(state.planned().cells[cell].name, ++finished, wanted.cells.size(), state.budget_left_s());
      if (auto written = loop.derive_if_due(); !written) return written;
    }
  }
  return done{};
}

}  // namespace

outcome fit_before_start(const run_in_progress& run) {
  const plan& what = run.state.planned();
  if (what.options.budget_s <= 0) return done{};
  const auto fitted = fit_to_budget(what, {what.options.budget_s, what.options.repetitions, 0, tried_costs(run), {}});
  if (!fitted) return fitted.why();
  run.state.fit(*fitted);
  return done{};
}

outcome measure(const run_in_progress& run, journal& kept) {
  measuring_loop loop(run, kept);
  run_state& state = run.state;
  const plan& what = state.planned();
  for (unsigned round = 0; round < state.fitted().repetitions; ++round) {
    if (auto fitted = fit_between_rounds(run, kept, round); !fitted) return fitted;
    if (round >= state.fitted().repetitions) break;
    for (const std::size_t cell : round_order(what, round)) {
      if (state.is_left_out(cell) || state.is_there(cell, round)) continue;
      const auto repeated = loop.repeat(cell, round);
      if (!repeated) return repeated.why();
      if (!*repeated) return done{};
      run.shown.at(what.cells[cell].name, state.records().size(), state.total(), state.budget_left_s());
      if (auto written = loop.derive_if_due(); !written) return written;
    }
  }
  return draw_again(run, loop);
}

}  // namespace schedlab
