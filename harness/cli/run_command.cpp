// `schedlab run`: from the options to a folder of results and the tables.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <thread>

#include "harness/base/counted.hpp"
#include "harness/base/file.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/typed.hpp"
#include "harness/cells/cell_filter.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/judge.hpp"
#include "harness/cli/run_choices.hpp"
#include "harness/measure/placement.hpp"
#include "harness/run/archive/run_files.hpp"
#include "harness/run/measuring.hpp"
#include "harness/run/measuring_turn.hpp"
#include "harness/run/plan/plan_file.hpp"
#include "harness/run/repetition.hpp"

namespace schedlab {
namespace {

namespace fs = std::filesystem;

cell_registry registry_for(const run_options& options) {
  cell_registry registry;
  registry.max_threads = thread_limit(options.cores);
  add_all_designs(registry);
  return registry;
}

// This program rests meanwhile, so the CPUs only do the work of others. A load average would still show the compiler.
std::optional<cpu_times> cpu_times_after_a_rest() {
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  return read_cpu_times();
}

run_surroundings look_around(const cell_registry& registry) {
  const auto before = read_cpu_times();
  const auto now = cpu_times_after_a_rest();
  return {.host = describe_machine(),
          .source = describe_provenance(),
          .designs = registry.designs,
          .schedulers = registry.schedulers,
          .skipped = registry.skipped,
          .others_share_at_start = others_share(before, now),
          .cpu_times_at_start = now,
          .begun = fmt::format("{:%Y-%m-%dT%H:%M:%S+00:00}", fmt::gmtime(std::time(nullptr)))};
}

void announce(const run_in_progress& run) {
  const run_state& state = run.state;
  const std::size_t left_out = state.fitted().left_out.size();
  const run_options& asked = state.planned().options;
  run.shown.say(fmt::format("{} x {} repetitions{}, seed {}; results in {}",
                            counted(state.planned().cells.size() - left_out, "cell"), state.fitted().repetitions,
                            asked.filter.empty() ? "" : ", the yardsticks of their columns included", asked.seed,
                            run.folder.string()));
  if (left_out != 0) {
    run.shown.say(fmt::format("left out {} to stay within {:g} minutes (run.json lists them as left_out)",
                              counted(left_out, "cell"), asked.budget_s / 60));
  }
  for (const std::string& warning : warnings(state, run.around)) run.shown.say("warning: " + warning);
}

void tell_how_to_go_on(const fs::path& folder) {
  tell("go on with: schedlab run --resume " + quoted(folder.string()) + "\n");
}

int show_tables(const run_call& asked, const fs::path& folder) {
  std::fflush(stdout);
  const int code = judged("summary.py", {folder.string()}, {}, asked.json_on_output);
  if (code == exit_done) return exit_done;
  tell(fmt::format("no tables; the results are in {}, and this prints them later: schedlab show {}\n", folder.string(),
                   quoted(folder.string())));
  return exit_check_failed;
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
    tell(fmt::format("stopped after {} of {} repetitions; the results so far are valid: {}\n",
                     run.state.records().size(), run.state.total(), run.folder.string()));
    tell_how_to_go_on(run.folder);
  }
  const auto handed = hand_out_run_json(asked, run.folder);
  const int code = handed ? exit_done : complain(handed.why());
  return std::max({code, show_tables(asked, run.folder), exit_code_of(run.state)});
}

// Every file that is written at the end is written before, too: a failure to write must not cost the time of measuring.
outcome try_files(const run_in_progress& run) {
  if (auto written = write_samples(run.folder, run.state, run.around); !written) return written;
  return write_histograms(run.folder, run.state);
}

outcome check_outputs(const run_call& asked) {
  if (asked.json_on_output && ::write(STDOUT_FILENO, "", 0) < 0) {
    return failure{fmt::format("--benchmark_format=json: can't write to standard output: {}", std::strerror(errno))};
  }
  if (asked.copy_of_run_json.empty()) return done{};
  const auto usable = check_replaceable(asked.copy_of_run_json);
  if (usable) return done{};
  return failure{"--benchmark_out: " + usable.why().message};
}

int go(const run_call& asked, const run_in_progress& run, journal& kept) {
  announce(run);
  auto measured = try_files(run);
  if (measured) measured = measure(run, kept);
  if (!measured) {
    run.shown.end();
    // There may still be room for the derived files; the complaint is about the file that could not be written.
    (void)write_samples(run.folder, run.state, run.around);
    tell_how_to_go_on(run.folder);
    return complain(measured.why());
  }
  return finish(asked, run);
}

int begin_run(const run_call& asked, progress& shown, signal_watch& watch) {
  const cell_registry registry = registry_for(asked.options);
  auto made = make_plan(registry, asked.options);
  if (!made) return complain(made.why());
  auto folder = make_run_folder(asked.out, describe_provenance().commit);
  if (!folder) return complain(folder.why());
  const auto turn = measuring_turn(folder->path.string(), asked.no_wait, shown, watch);
  if (!turn) {
    remove_run_folder(std::move(*folder));
    return complain(turn.why());
  }
  const run_surroundings around = look_around(registry);

  run_state state(std::move(*made));
  const run_in_progress run{folder->path, state, around, shown, watch};
  if (const auto fits = fit_before_start(run); !fits) {
    remove_run_folder(std::move(*folder));
    return complain(fits.why());
  }
  if (const auto written =
          replace_file(run.folder / "plan.json", plan_text(state.planned(), around.source, around.host.cpu_model));
      !written) {
    return complain(written.why());
  }
  auto kept = journal::open(run.folder);
  if (!kept) return complain(kept.why());
  if (const auto written = kept->append(state.fitted(), state.planned()); !written) return complain(written.why());
  return go(asked, run, *kept);
}

int resume_run(const run_call& asked, progress& shown, signal_watch& watch) {
  const auto named = run_named(asked.resume);
  if (!named) return complain(named.why());
  std::error_code error;
  const fs::path path = fs::absolute(*named, error);
  auto planned = read_plan(path, describe_provenance());
  if (!planned) return complain(planned.why());
  const cell_registry registry = registry_for(planned->options);
  if (const std::string missing = missing_cells(*planned, registry); !missing.empty()) {
    return complain(
        {fmt::format("{}: this executable has no {}; resume with the one that began the run", path.string(), missing)});
  }
  if (::access(path.c_str(), W_OK | X_OK) != 0) {
    return complain({fmt::format("--resume {}: the folder can't be written; check its permissions", path.string())});
  }
  const auto folder = take_run_folder(path);
  if (!folder) return complain(folder.why());
  run_state state(std::move(*planned));
  if (const auto replayed = replay_journal(path, state); !replayed) return complain(replayed.why());
  if (state.complete()) {
    tell(fmt::format("{}: the run is complete, nothing to go on with\n", path.string()));
    run_surroundings around = look_around(registry);
    around.cpu_times_at_start.reset();  // what other programs do at this moment is not part of the run
    around.others_share_at_start.reset();
    return finish(asked, {path, state, around, shown, watch});
  }
  const auto turn = measuring_turn(path.string(), asked.no_wait, shown, watch);
  if (!turn) return complain(turn.why());
  const run_surroundings around = look_around(registry);
  shown.say(fmt::format("going on after {} of {} repetitions", state.records().size(), state.total()));
  auto kept = journal::open(path);
  if (!kept) return complain(kept.why());
  return go(asked, {path, state, around, shown, watch}, *kept);
}

// Signals are watched only while it waits: a program under a profiler or a debugger must end as any program does.
result<held_lock> turn_of_one_cell(const std::string& cell, const run_call& asked) {
  progress shown(asked.quiet);
  signal_watch watch;
  return measuring_turn(cell + " in its own process", asked.no_wait, shown, watch);
}

int run_in_process(const run_call& asked) {
  const cell_registry registry = registry_for(asked.options);
  const auto matching = matching_cells(registry, asked.options.filter);
  if (!matching) return complain(matching.why());
  if (matching->size() != 1) {
    return complain({fmt::format("--in-process runs one cell, '{}' matches {}; give a cell's whole name, such as {}",
                                 asked.options.filter, matching->size(), registry.cells[matching->front()].name)});
  }
  const cell& wanted = registry.cells[matching->front()];
  const auto turn = turn_of_one_cell(wanted.name, asked);
  if (!turn) return complain(turn.why());
  tell(fmt::format("{} in this process, {:g} s\n", wanted.name, asked.options.window_s));
  const std::string answer = run_repetition(
      wanted, {asked.options.warmup_s, asked.options.window_s, asked.options.watchdog_s, asked.options.seed});
  const planned_cell planned{wanted.name, wanted.design,  wanted.workload,
                             wanted.load, wanted.threads, wanted.threads > asked.options.cores};
  child_report report;
  report.ending = child_report::end::exited;
  report.answer = answer;
  const repetition_record record = to_record(planned, {}, report, 0);
  if (!record.error.empty()) return complain({record.error, exit_check_failed});
  fmt::print("{}\n", asked.json_on_output ? finished_entry(record, 1, "-") : readable(record));
  return exit_done;
}

int run(const run_choices& typed) {
  const auto understood = checked(typed, static_cast<unsigned>(allowed_cpus().size()));
  if (!understood) return complain(understood.why());
  const run_call& asked = *understood;
  if (asked.in_process) return run_in_process(asked);
  if (const auto usable = check_outputs(asked); !usable) return complain(usable.why());
  progress shown(asked.quiet);
  signal_watch watch;
  return asked.resume.empty() ? begin_run(asked, shown, watch) : resume_run(asked, shown, watch);
}

}  // namespace

command run_command() {
  const auto typed = std::make_shared<run_choices>();
  return {"run", "Measure: each repetition of each cell in a fresh process, in random order",
          "Examples: schedlab run queue/vyukov_ring/ --repetitions 5 --out ring\n"
          "          schedlab run 'mpmc/1p1c$' --window 0.2\n"
          "          perf record schedlab run queue/vyukov_ring/pair/1t --in-process --window 5\n"
          "Exit codes: 0 done, 1 a check failed or the run was stopped, 2 the call was wrong.",
          options_of(*typed), [typed] { return run(*typed); }};
}

}  // namespace schedlab
