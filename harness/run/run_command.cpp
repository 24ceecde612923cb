// `schedlab run`: from what was asked to a folder of results and the tables.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>

#include "build_info.hpp"
#include "harness/run/cell_filter.hpp"
#include "harness/run/commands.hpp"
#include "harness/run/file.hpp"
#include "harness/run/measuring.hpp"
#include "harness/run/other_programs.hpp"
#include "harness/run/plan_file.hpp"
#include "harness/run/repetition.hpp"
#include "harness/run/run_files.hpp"

namespace schedlab {
namespace {

namespace fs = std::filesystem;

cell_registry registry_for(const run_options& options) {
  cell_registry registry;
  registry.max_threads = thread_limit(options.cores);
  add_all_designs(registry);
  return registry;
}

run_surroundings look_around(const cell_registry& registry) {
  return {.where = describe_machine(),
          .source = describe_provenance(),
          .designs = registry.designs,
          .schedulers = registry.schedulers,
          .skipped = registry.skipped,
          .cpu_times_at_start = read_cpu_times(),
          .begun = fmt::format("{:%Y-%m-%dT%H:%M:%S+00:00}", fmt::gmtime(std::time(nullptr)))};
}

void announce(const run_in_progress& run) {
  const run_state& state = run.state;
  const std::size_t left_out = state.fitted().left_out.size();
  const run_options& asked = state.planned().options;
  run.shown.say(fmt::format("{} cells x {} repetitions{}, seed {}; results in {}",
                            state.planned().cells.size() - left_out, state.fitted().repetitions,
                            asked.filter.empty() ? "" : ", the yardsticks of their columns included", asked.seed,
                            run.folder.string()));
  if (left_out != 0) {
    run.shown.say(fmt::format("left out {} cells to stay within {:g} minutes (run.json lists them as left_out)",
                              left_out, asked.budget_s / 60));
  }
  for (const std::string& warning : warnings(state, run.around)) run.shown.say("warning: " + warning);
}

// The tables are Python's work; without them the run is still good.
void show_tables(const run_call& asked, const fs::path& folder) {
  const std::string script = std::string(source_folder) + "/harness/judge/summary.py";
  std::fflush(stdout);
  const int code = run_program({python_executable, script, folder.string()}, asked.json_on_output);
  if (code != 0) {
    fmt::print(stderr, "no tables: {} {} ended with {}; the results are in {}\n", python_executable, script, code,
               folder.string());
  }
}

outcome hand_out_run_json(const run_call& asked, const fs::path& folder) {
  if (asked.copy_of_run_json.empty() && !asked.json_on_output) return done{};
  const auto text = read_file(folder / "run.json");
  if (!text) return failure{text.why().message, exit_check_failed};
  if (asked.json_on_output) std::fwrite(text->data(), 1, text->size(), stdout);
  if (asked.copy_of_run_json.empty()) return done{};
  return replace_file(asked.copy_of_run_json, *text);
}

int exit_code_of(const run_state& state) {
  for (const repetition_record& r : state.records()) {
    if (!r.error.empty()) return exit_check_failed;
  }
  return state.complete() ? exit_done : exit_check_failed;
}

int finish(const run_call& asked, const run_in_progress& run) {
  auto written = write_samples(run.folder, run.state, run.around);
  if (written) written = write_histograms(run.folder, run.state);
  run.shown.end();
  if (!written) return complain(written.why());
  if (!run.state.complete()) {
    fmt::print(
        stderr,
        "stopped after {} of {} repetitions; the results so far are valid: {}\ngo on with: schedlab run --resume {}\n",
        run.state.records().size(), run.state.total(), run.folder.string(), run.folder.string());
  }
  if (auto handed = hand_out_run_json(asked, run.folder); !handed) return complain(handed.why());
  show_tables(asked, run.folder);
  return exit_code_of(run.state);
}

int go(const run_call& asked, const run_in_progress& run, journal& kept) {
  announce(run);
  if (const auto measured = measure(run, kept); !measured) {
    run.shown.end();
    // The derived files may still find room; the complaint is about what did not.
    (void)write_samples(run.folder, run.state, run.around);
    fmt::print(stderr, "go on with: schedlab run --resume {}\n", run.folder.string());
    return complain(measured.why());
  }
  return finish(asked, run);
}

int begin_run(const run_call& asked) {
  const cell_registry registry = registry_for(asked.options);
  auto made = make_plan(registry, asked.options);
  if (!made) return complain(made.why());
  const run_surroundings around = look_around(registry);
  const auto folder = make_run_folder(asked.out, around.source.commit);
  if (!folder) return complain(folder.why());

  run_state state(std::move(*made));
  progress shown(asked.quiet);
  signal_watch watch;
  const run_in_progress run{*folder, state, around, shown, watch};
  if (const auto fits = fit_before_start(run); !fits) {
    std::error_code ignored;
    fs::remove(*folder, ignored);  // empty still
    return complain(fits.why());
  }
  if (const auto written =
          replace_file(*folder / "plan.json", plan_text(state.planned(), around.source, around.where.cpu_model));
      !written) {
    return complain(written.why());
  }
  auto kept = journal::open(*folder);
  if (!kept) return complain(kept.why());
  if (const auto written = kept->append(state.fitted(), state.planned()); !written) return complain(written.why());
  return go(asked, run, *kept);
}

int resume_run(const run_call& asked) {
  std::error_code error;
  const fs::path folder = fs::absolute(asked.resume, error);
  const provenance source = describe_provenance();
  auto planned = read_plan(folder, source);
  if (!planned) return complain(planned.why());
  const cell_registry registry = registry_for(planned->options);
  if (const std::string missing = missing_cells(*planned, registry); !missing.empty()) {
    return complain({fmt::format("{}: this executable has no {}; resume with the one that began the run",
                                 folder.string(), missing)});
  }
  const run_surroundings around = look_around(registry);
  run_state state(std::move(*planned));
  if (const auto replayed = replay_journal(folder, state); !replayed) return complain(replayed.why());
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return complain({fmt::format("--resume {}: the folder can't be written; check its permissions", folder.string())});
  }
  progress shown(asked.quiet);
  signal_watch watch;
  const run_in_progress run{folder, state, around, shown, watch};
  if (state.complete()) {
    fmt::print(stderr, "{}: the run is complete, nothing to go on with\n", folder.string());
    return finish(asked, run);
  }
  shown.say(fmt::format("going on after {} of {} repetitions", state.records().size(), state.total()));
  auto kept = journal::open(folder);
  if (!kept) return complain(kept.why());
  return go(asked, run, *kept);
}

int run_in_process(const run_call& asked) {
  const cell_registry registry = registry_for(asked.options);
  const auto matching = matching_cells(registry.cells, asked.options.filter);
  if (!matching) return complain(matching.why());
  if (matching->size() != 1) {
    return complain({fmt::format("--in-process runs one cell, '{}' matches {}; give a cell's whole name, such as {}",
                                 asked.options.filter, matching->size(), registry.cells[matching->front()].name)});
  }
  const cell& wanted = registry.cells[matching->front()];
  fmt::print(stderr, "{} in this process, {:g} s\n", wanted.name, asked.options.window_s);
  const std::string answer = run_repetition(
      wanted, {asked.options.warmup_s, asked.options.window_s, asked.options.watchdog_s, asked.options.seed});
  const planned_cell planned{wanted.name, wanted.design,  wanted.workload,
                             wanted.load, wanted.threads, wanted.threads > asked.options.cores};
  child_report report;
  report.how = child_report::end::exited;
  report.answer = answer;
  const repetition_record record = to_record(planned, {}, report, 0);
  if (!record.error.empty()) return complain({record.error, exit_check_failed});
  fmt::print("{}\n", asked.json_on_output ? finished_entry(record, 1, "-") : readable(record));
  return exit_done;
}

}  // namespace

int complain(const failure& why) {
  fmt::print(stderr, "schedlab: {}\n", why.message);
  return why.exit_code;
}

int run_command(const run_call& asked) {
  if (asked.in_process) return run_in_process(asked);
  return asked.resume.empty() ? begin_run(asked) : resume_run(asked);
}

}  // namespace schedlab
