// The tree in CLI11.
#include "harness/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "harness/base/nearest_names.hpp"
#include "harness/base/typed.hpp"
#include "harness/cli/benchmark_flags.hpp"
#include "harness/cli/completion.hpp"
#include "harness/cli/given_options.hpp"
#include "harness/run/plan/provenance.hpp"

namespace schedlab {
namespace {

class command_tree {
 public:
  explicit command_tree(given_options& into) : into_(into) {
    app_.require_subcommand(1);
    app_.set_version_flag("--version", version_text, "Print which source and which build this is");
    app_.footer("Example: schedlab run queue/vyukov_ring/ --repetitions 5\nEvery command has --help with an example.");
    add_list();
    add_run();
    add_verify();
    add_show();
    add_compare();
    add_doctor();
    CLI::App* completion =
        app_.add_subcommand("completion", "Print a completion script for a shell, or the names that it offers");
    completion->add_option("shell", into_.shell, "For which shell, or which names")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "cells", "designs", "runs"}));
    completion->footer("Example: source <(schedlab completion bash)");
  }

  CLI::App& app() { return app_; }

  std::vector<completed_command> described() {
    std::vector<completed_command> commands;
    for (const CLI::App* command : app_.get_subcommands([](CLI::App*) { return true; })) {
      completed_command described{command->get_name(), command->get_description(), {}, {}, {}};
      for (const CLI::Option* option : command->get_options()) {
        if (option->get_positional() && option->get_lnames().empty()) {
          const std::vector<std::string> choices = choices_of(*option);
          described.words.insert(described.words.end(), choices.begin(), choices.end());
          const std::string names = names_for(*option);
          const bool is_new = std::find(described.names.begin(), described.names.end(), names) == described.names.end();
          if (!names.empty() && is_new) described.names.push_back(names);
        } else {
          described.options.push_back(describe(*option));
        }
      }
      commands.push_back(std::move(described));
    }
    return commands;
  }

 private:
  void add_list() {
    CLI::App* list = app_.add_subcommand(
        "list", "List the queues and schedulers with what they promise, the workloads, or the cells that can be run");
    list->add_option("what", into_.wanted.list.what, "What to list")
        ->check(CLI::IsMember({"queues", "schedulers", "workloads", "cells"}))
        ->capture_default_str();
    list->add_option("filter", into_.wanted.list.filter,
                     "Only those whose name is this, begins with it where it ends in '/', or matches it as a regular "
                     "expression");
    list->add_option("--suite", into_.wanted.list.suite, "Of cells: only those of this suite, quick or full (all)")
        ->check(CLI::IsMember({"quick", "full"}));
    list->add_flag("--json", into_.wanted.list.json, "As JSON");
    list->footer(
        "Examples: schedlab list\n"
        "          schedlab list schedulers work_stealing\n"
        "          schedlab list cells vyukov_ring --json\n"
        "          schedlab list cells --suite quick");
  }

  void add_run() {
    run_call& wanted = into_.wanted.run;
    CLI::App* run =
        app_.add_subcommand("run", "Measure: each repetition of each cell in a fresh process, in random order");
    run->add_option(
           "filter", wanted.options.filter,
           "Which cells: a cell's name, a prefix ending in '/', or a regular expression searched in the names; "
           "all by default")
        ->type_name(a_filter);
    run->add_option(
           "--suite", wanted.options.suite,
           "quick: what fits 5 minutes; full: everything, as long as it takes. By default quick, and full where a "
           "filter is given")
        ->check(CLI::IsMember({"quick", "full"}));
    run->add_option("--repetitions", into_.repetitions_text, "Processes per cell (default 9)")->type_name("N");
    run->add_option(
           "--out", wanted.out,
           "A new folder for the results (default results/runs/<utc>-<commit>, below the current folder if it has a "
           "results/, else below the checkout)")
        ->type_name("DIR");
    run->add_option("--resume", wanted.resume, "Go on with the run in this folder, or with the last")->type_name(a_run);
    run->add_option(
           "--budget", into_.budget_text,
           "Measure for so many minutes at most: fewer repetitions down to nine, then fewer cells; 0: no limit "
           "(default 5; none with --suite full)")
        ->type_name("MINUTES");
    run->add_option("--threads", into_.threads_text, "Only cells with these thread counts, such as 1,2,4")
        ->type_name("N,...");
    run->add_option("--window", into_.window_text, "Timed seconds of a repetition (default 0.05)")
        ->type_name("SECONDS");
    run->add_option(
           "--time-limit", into_.time_limit_text,
           "A repetition that takes longer hangs: it is ended and counts as failed (default 30 s and twice the window)")
        ->type_name("SECONDS");
    run->add_option("--watchdog", into_.watchdog_text,
                    "A scheduler that gets nowhere for so long is stopped, and what each worker did is reported "
                    "(default 5 s)")
        ->type_name("SECONDS");
    run->add_option(
           "--tolerate-loss", into_.tolerated_loss_text,
           "A repetition of which a thread lost more of its CPU to others is set aside (default 0.05; 1: none is)")
        ->type_name("SHARE");
    run->add_option("--seed", into_.seed_text, "Of the order and the workloads (default: a new one each time)")
        ->type_name("N");
    run->add_flag("--quiet", wanted.quiet, "No progress");
    run->add_flag("--no-wait", wanted.no_wait, "Refuse to run if another run measures, instead of waiting for its end");
    run->add_flag("--in-process", wanted.in_process, "One cell in this process, for perf, gdb or heaptrack");
    const char* google = "Google Benchmark's flags";
    run->add_option("--benchmark_filter", into_.benchmark_filter, "As filter")->type_name(a_filter)->group(google);
    run->add_option("--benchmark_min_time", into_.min_time_text, "As --window: 0.1 or 0.1s")
        ->type_name("SECONDS")
        ->group(google);
    run->add_option("--benchmark_repetitions", into_.repetitions_text, "As --repetitions")
        ->type_name("N")
        ->group(google);
    run->add_option("--benchmark_out", wanted.copy_of_run_json, "A copy of run.json goes there")
        ->type_name("FILE")
        ->group(google);
    run->add_option("--benchmark_format", into_.format, "console, or json: run.json on standard output")
        ->type_name("FORMAT")
        ->group(google);
    run->add_flag("--benchmark_counters_tabular", into_.tabular, "Accepted: the tables always are tabular")
        ->group(google);
    run->footer(
        "Examples: schedlab run queue/vyukov_ring/ --repetitions 5 --out ring\n"
        "          schedlab run 'mpmc/1p1c$' --window 0.2\n"
        "          perf record schedlab run queue/vyukov_ring/pair/1t --in-process --window 5\n"
        "Exit codes: 0 done, 1 a check failed or the run was stopped, 2 the call was wrong.");
  }

  void add_verify() {
    verify::verify_call& wanted = into_.wanted.verify;
    CLI::App* check = app_.add_subcommand(
        "verify",
        "Explore designs under every interleaving and memory order: no fault within bounds, or how they break");
    check->add_option("design", wanted.design, "Which design (see schedlab list); all by default")->type_name(a_design);
    check->add_option("--model", wanted.model, "Only this machine: sc, tso (x86) or weak (C++20's orders, ARM)")
        ->check(CLI::IsMember({"sc", "tso", "weak"}));
    check->add_option("--suite", wanted.suite, "quick: seconds per design; full: what 'clean' stands for")
        ->check(CLI::IsMember({"quick", "full"}))
        ->default_str("quick");
    check
        ->add_option("--preemptions", wanted.preemptions,
                     "At most so many switches away from a thread that could go on")
        ->type_name("N");
    check->add_option("--scenario", wanted.scenario, "This one instead of the suite's")->type_name("TEXT");
    check
        ->add_option("--seconds", wanted.seconds,
                     "Limit of the whole call (default: 120 for each exploration, 1800 with --suite full)")
        ->type_name("N");
    check->add_flag("--orders", wanted.orders, "Which memory orders are needed: a row per site");
    check->add_option("--replay", wanted.replay, "Run one execution again, step by step (also under gdb)")
        ->type_name("TRACE");
    check->add_flag("--every-step", wanted.every_step, "Counter-examples: also of operations that nobody interrupted");
    check->add_flag("--all-scenarios", wanted.goes_on, "Go on with a design that one of them has refuted");
    check->add_flag("--naive", wanted.naive, "Every access a scheduling point, no state remembered: slow, to compare");
    check->add_option("--svg", wanted.svg, "Draw the counter-example there")->type_name("FILE");
    check->add_option("--out", wanted.out, "The verdicts go there (default results/verdicts.json)")->type_name("FILE");
    check->add_flag("--update-baseline", wanted.update_baseline,
                    "Write results/baselines instead of comparing with it; verdicts only with --suite full");
    check->add_flag("--json", wanted.json, "As JSON");
    check->add_flag("--quiet", wanted.quiet, "No progress");
    check->footer(
        "Examples: schedlab verify vyukov_ring\n"
        "          schedlab verify wpol_queue_as_written --svg trace.svg\n"
        "          schedlab verify chase_lev_deque --orders\n"
        "          schedlab verify mutex_queue --model weak --scenario 'capacity 2; push pop | push pop'\n"
        "Exit codes: 0 no fault within the stated bounds, 1 refuted, 2 the call was wrong, 3 the bound is too small to say.");
  }

  void add_show() {
    show_call& wanted = into_.wanted.show;
    CLI::App* show = app_.add_subcommand("show", "Print the tables of a finished run again; measures nothing");
    show->add_option("run", wanted.run, named_run)->required()->type_name(a_run);
    show->add_option("filter", wanted.filter, "Only these cells, in every detail (see schedlab run --help)")
        ->type_name(a_filter);
    show->add_flag("--all", wanted.complete, "Every cell in every detail: intervals, how designs wait, growth");
    show->add_flag("--explain", wanted.explained,
                   "What names, marks and columns mean, also where only a few cells are shown");
    show->footer(
        "Examples: schedlab show last\n"
        "          schedlab show last --all | less\n"
        "          schedlab show results/runs/20261118T173631Z-6fe2a42ca33f 'mpmc/2p2c'\n"
        "Exit codes: 0 done, 2 the call was wrong.");
  }

  void add_compare() {
    compare_call& wanted = into_.wanted.compare;
    CLI::App* compare = app_.add_subcommand("compare", "Set two runs side by side: which cells got faster or slower");
    compare->add_option("first", wanted.first, named_run)->required()->type_name(a_run);
    compare->add_option("second", wanted.second, "The run that is held against it")->required()->type_name(a_run);
    compare->add_option("filter", wanted.filter, "Only these cells (see schedlab run --help)")->type_name(a_filter);
    compare->add_flag("--all", wanted.complete, "Every cell, not only those that changed");
    compare->add_flag("--json", wanted.as_json, "For programs: every cell as JSON");
    compare->footer(
        "Examples: schedlab compare results/runs/20261118T173631Z-6fe2a42ca33f last\n"
        "          schedlab compare before after queue/vyukov_ring/\n"
        "Exit codes: 0 nothing is slower or takes more, 1 something is, or fails only in the second, 2 the call was wrong.");
  }

  void add_doctor() {
    CLI::App* doctor =
        app_.add_subcommand("doctor", "Say whether this machine is fit to measure, and what to do where it is not");
    doctor->add_option("--seconds", into_.doctor_seconds_text, "Watch the machine for so long (default 6)")
        ->type_name("N");
    doctor->add_flag("--json", into_.wanted.doctor.json, "As JSON");
    doctor->footer(
        "Examples: schedlab doctor\n"
        "          schedlab doctor --json --seconds 30\n"
        "Exit codes: 0 fit for ratios (and, if it says so, for nanoseconds), 1 not fit to measure, 2 the call was wrong.");
  }

  // CLI11 keeps the members of IsMember in the type's name: "TEXT:{bash,zsh}".
  static std::vector<std::string> choices_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::size_t begin = type.find('{');
    const std::size_t end = type.rfind('}');
    if (begin == std::string::npos || end == std::string::npos) return {};
    return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
  }

  // What `schedlab completion` prints for such a value.
  static std::string names_for(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    if (type == a_run) return "runs";
    if (type == a_filter) return "cells";
    return type == a_design ? "designs" : "";
  }

  static completed_option describe(const CLI::Option& option) {
    completed_option described;
    for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
    described.takes_value = option.get_expected_min() > 0;
    described.takes_path = option.get_type_name() == "DIR" || option.get_type_name() == "FILE";
    described.choices = choices_of(option);
    described.names_to_offer = names_for(option);
    described.description = option.get_description();
    return described;
  }

  static constexpr const char* a_run = "RUN";
  static constexpr const char* a_filter = "FILTER";
  static constexpr const char* a_design = "DESIGN";
  static constexpr const char* named_run =
      "A folder that schedlab run wrote, its run.json, or last: the newest below results/runs";

  given_options& into_;
  CLI::App app_{"A benchmark laboratory for queues and schedulers", "schedlab"};
};

bool names_a_command(const std::vector<std::string>& arguments) {
  return !arguments.empty() && !arguments[0].starts_with('-');
}

outcome refuse_unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (!names_a_command(arguments)) return done{};
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  if (std::find(commands.begin(), commands.end(), arguments[0]) != commands.end()) return done{};
  return failure{fmt::format("there is no command '{}'; nearest: {} (see schedlab --help)", arguments[0],
                             nearest_names(arguments[0], commands, 1).front())};
}

// CLI11's own sentence, and where to look.
failure wrong_call(const CLI::ParseError& problem, const std::vector<std::string>& arguments) {
  std::string sentence = problem.what();
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  return {fmt::format("{}; see schedlab {}--help", sentence, names_a_command(arguments) ? arguments[0] + " " : "")};
}

// An empty value most often is a variable of a script that was never set: it means neither the default nor everything.
failure is_empty(const std::string& name) {
  return {fmt::format("{} is empty; give a value or leave it out (see --help)", name)};
}

// CLI11 would take the next word as the value of "--out=".
outcome refuse_cut_options(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      return is_empty(argument.substr(0, argument.size() - 1));
    }
  }
  return done{};
}

outcome refuse_empty_values(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& value : option->results()) {
        if (value.empty()) return is_empty(option->get_name());
      }
    }
  }
  return done{};
}

}  // namespace

result<call> parse_command_line(std::vector<std::string> arguments, unsigned cores) {
  if (!arguments.empty() && arguments[0] == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (auto refused = refuse_other_benchmark_flags(arguments); !refused) return refused.why();
  if (auto refused = refuse_cut_options(arguments); !refused) return refused.why();
  given_options from;
  from.wanted.run.options.cores = cores;
  from.wanted.run.options.suite.clear();
  command_tree tree(from);
  CLI::App& app = tree.app();
  if (auto refused = refuse_unknown_command(app, arguments); !refused) return refused.why();
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    from.wanted.text = as_typed(app.help());
    return from.wanted;
  } catch (const CLI::CallForVersion& version) {
    from.wanted.text = version.what();
    return from.wanted;
  } catch (const CLI::ParseError& problem) {
    return wrong_call(problem, arguments);
  }
  if (auto refused = refuse_empty_values(app); !refused) return refused.why();
  if (app.got_subcommand("list")) {
    from.wanted.what = call::kind::list;
  } else if (app.got_subcommand("verify")) {
    from.wanted.what = call::kind::verify;
  } else if (app.got_subcommand("show")) {
    from.wanted.what = call::kind::show;
  } else if (app.got_subcommand("compare")) {
    from.wanted.what = call::kind::compare;
  } else if (app.got_subcommand("doctor")) {
    from.wanted.what = call::kind::doctor;
    if (auto checked = check_doctor(from); !checked) return checked.why();
  } else if (app.got_subcommand("completion")) {
    if (from.shell == "bash") {
      from.wanted.text = bash_completion(tree.described());
    } else if (from.shell == "zsh") {
      from.wanted.text = zsh_completion(tree.described());
    } else {
      from.wanted.what = call::kind::names;
      from.wanted.names = from.shell;
    }
  } else {
    from.wanted.what = call::kind::run;
    if (auto checked = check_run(from); !checked) return checked.why();
  }
  return from.wanted;
}

}  // namespace schedlab
