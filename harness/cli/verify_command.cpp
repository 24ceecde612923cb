// `schedlab verify`: what the checker says of the designs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <thread>

#include "harness/base/file.hpp"
#include "harness/base/nearest_names.hpp"
#include "harness/base/parsed_number.hpp"
#include "harness/base/process/home.hpp"
#include "harness/base/progress.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/text_table.hpp"
#include "harness/base/typed.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/verify_call.hpp"
#include "harness/verify/explore/defects.hpp"
#include "harness/verify/explore/extent.hpp"
#include "harness/verify/explore/order_baseline.hpp"
#include "harness/verify/explore/order_table.hpp"
#include "harness/verify/explore/specified_orders.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "harness/verify/report/replay_text.hpp"
#include "harness/verify/report/verify_json.hpp"
#include "harness/verify/report/verify_text.hpp"
#include "harness/verify/verdicts/verdict_file.hpp"

namespace schedlab::verify {
namespace {

struct settings {
  std::vector<const subject*> subjects;
  std::vector<memory_model> models;
  suite from = suite::quick;
  extent explored = extent::quick_suite;
  bool naive = false;
  std::optional<unsigned> preemptions;
  std::optional<scenario> only;
  exploration_limits limits;
};

unsigned workers() { return std::max(1u, std::thread::hardware_concurrency()); }

result<std::vector<const subject*>> subjects_named(const std::string& design) {
  const subject_registry& all = all_subjects();
  std::vector<const subject*> known(all.subjects().begin(), all.subjects().end());
  known.insert(known.end(), all_protocols().begin(), all_protocols().end());
  if (design.empty()) return known;
  std::vector<std::string> names;
  for (const subject* one : known) {
    if (one->name() == design) return std::vector{one};
    names.emplace_back(one->name());
  }
  for (const subject_registry::unable& one : all.unable_ones()) {
    if (one.name == design) return failure{fmt::format("{} cannot be checked: it is {}", design, one.reason)};
  }
  return failure{fmt::format("there is no design '{}' to check; nearest: {} (see schedlab list)", design,
                             nearest_names(design, names, 1).front())};
}

extent extent_of(const verify_call& asked) {
  if (!asked.scenario.empty()) return extent::one_scenario;
  if (asked.naive || !asked.model.empty() || !asked.preemptions.empty()) return extent::part_of_suite;
  return asked.suite == "full" ? extent::full_suite : extent::quick_suite;
}

// Sources are read where orders are weakened, and baselines are written in a checkout only.
outcome check_home(const verify_call& asked, const std::vector<const subject*>& subjects) {
  const bool reads_sources = asked.orders || std::any_of(subjects.begin(), subjects.end(),
                                                         [](const subject* one) { return has_specified_orders(*one); });
  if ((reads_sources || asked.update_baseline) && !home()) return home().why();
  if (asked.update_baseline && !home()->is_checkout) {
    return failure{
        "--update-baseline: the baselines belong to a checkout, and this program is installed; call the "
        "build/release/schedlab of a checkout"};
  }
  return done{};
}

result<settings> understood(const verify_call& asked) {
  settings wanted;
  auto subjects = subjects_named(asked.design);
  if (!subjects) return subjects.why();
  wanted.subjects = *subjects;
  if (auto checked = check_home(asked, wanted.subjects); !checked) return checked.why();
  for (const memory_model model : all_models) {
    if (asked.model.empty() || asked.model == word(model)) wanted.models.push_back(model);
  }
  wanted.naive = asked.naive;
  wanted.from = asked.suite == "full" ? suite::full : suite::quick;
  if (!asked.preemptions.empty()) {
    wanted.preemptions = parsed_number<unsigned>(asked.preemptions);
    if (!wanted.preemptions) {
      return failure{fmt::format("--preemptions is '{}'; it should be a whole number from 0 to {}", asked.preemptions,
                                 std::numeric_limits<unsigned>::max())};
    }
  }
  wanted.limits.seconds = wanted.from == suite::full ? 1800 : 120;  // of one exploration; more than any takes alone
  if (!asked.seconds.empty()) {
    const auto seconds = parsed_number<double>(asked.seconds);
    constexpr double most = 1e6;
    if (!seconds || !(*seconds > 0 && *seconds <= most)) {
      return failure{
          fmt::format("--seconds is '{}'; it should be a number above 0 and at most {:.0f}", asked.seconds, most)};
    }
    wanted.limits.seconds = *seconds;
    wanted.limits.until = wanted.limits.end();
    wanted.limits.seconds = exploration_limits{}.seconds;
  }
  wanted.explored = extent_of(asked);
  if (asked.orders && wanted.explored != extent::full_suite && wanted.explored != extent::quick_suite) {
    return failure{
        "--orders weakens each site under the whole suite: leave out --scenario, --model, --preemptions and "
        "--naive"};
  }
  if (asked.update_baseline && !asked.orders && wanted.explored != extent::full_suite) {
    return failure{wanted.explored == extent::quick_suite
                       ? "--update-baseline: the baseline holds the full suite's verdicts; add --suite full"
                       : "--update-baseline: the baseline holds the full suite's verdicts; leave out --scenario, "
                         "--model, --preemptions and --naive"};
  }
  if (asked.scenario.empty()) {
    // Where the operations of a design are long, its scenarios are explored to the bound that so many executions allow.
    if (!wanted.preemptions) wanted.limits.executions = wanted.from == suite::full ? 1'000'000 : 100'000;
    return wanted;
  }
  auto parsed = parse_scenario(asked.scenario);
  if (!parsed) return parsed.why();
  if (asked.design.empty()) return failure{"--scenario needs a design: schedlab verify DESIGN --scenario ..."};
  if (auto fits = wanted.subjects.front()->accepts(*parsed); !fits) return fits.why();
  wanted.only = *parsed;
  return wanted;
}

std::vector<planned_check> planned_for(const subject& one, const settings& wanted) {
  std::vector<planned_check> planned;
  if (wanted.only) {
    for (const memory_model model : wanted.models) planned.push_back({*wanted.only, model, no_limit, 0, false, false});
  } else {
    planned = one.planned(wanted.from);
    std::erase_if(planned, [&](const planned_check& p) {
      return std::find(wanted.models.begin(), wanted.models.end(), p.model) == wanted.models.end();
    });
  }
  for (planned_check& p : planned) p.naive = wanted.naive;
  if (wanted.preemptions) {
    for (planned_check& p : planned) p.preemptions = *wanted.preemptions;
  }
  return planned;
}

verdict verdict_of(const subject& one, const verification& done, const settings& wanted) {
  verdict made{.is = word(done.is),
               .suite = word(wanted.explored),
               .fingerprint = one.fingerprint(),
               .left_out = done.left_out(),
               .executions = done.executions(),
               .longest_operation = done.longest_operation()};
  for (const memory_model model : wanted.models) made.bounds[word(model)] = done.bounds(model);
  const checked_scenario* wrong = done.first_that_is(exploration::verdict::refuted);
  if (wrong == nullptr) wrong = done.first_that_is(exploration::verdict::impossible);
  if (wrong != nullptr) made.why = wrong->result.found.text;
  return made;
}

verdict verdict_of(const subject& one, const std::vector<defect_verdict>& defects, const settings& wanted) {
  verdict made{.is = "refuted", .suite = word(wanted.explored), .fingerprint = one.fingerprint()};
  for (const defect_verdict& d : defects) {
    made.executions += d.result.executions;
    if (!d.found) continue;
    made.defects.emplace_back(d.defect->id);
    if (made.why.empty()) made.why = d.shown.found.text;
  }
  if (has_specified_orders(one)) {
    for (const specified_order& row : check_specified_orders(wanted.limits)) {
      made.specified_orders[row.line] = row.verdict;
    }
  }
  return made;
}

// A file is written design by design: what was found before an interruption stays.
outcome keep(const std::filesystem::path& path, const std::string& design, const verdict& made) {
  auto known = read_verdicts(path);
  if (!known) return known.why();
  (*known)[design] = made;
  return write_verdicts(path, *known);
}

int exit_code_of(verification::status status) {
  switch (status) {
    case verification::status::clean:
      return exit_done;
    case verification::status::refuted:
      return exit_check_failed;
    case verification::status::unfinished:
    case verification::status::impossible:
      return exit_undecided;
  }
  return exit_check_failed;
}

int specified_orders_command(const settings& wanted) {
  fmt::print("The protocol's table of minimum orders, where the protocol is right: one producer, one consumer.\n");
  bool enough = true;
  for (const specified_order& row : check_specified_orders(wanted.limits)) {
    fmt::print("  {:30}  {}\n", row.line, row.verdict);
    if (row.line == "the whole table") enough = row.enough;
  }
  return enough ? exit_done : exit_check_failed;
}

outcome draw(const std::filesystem::path& file, const counterexample& shown) {
  return replace_file(
      file, trace_svg(shown.lines, shown.planned.what.thread_count(), shown.design + ": " + shown.found.text));
}

int replay_command(const verify_call& asked) {
  auto text = asked.replay;
  if (std::filesystem::exists(text)) {
    const auto read = read_file(text);
    if (!read) return complain(read.why());
    text = *read;
  }
  const auto wanted = parse_replay(text);
  if (!wanted) return complain(wanted.why());
  const counterexample shown = replayed(*wanted, /*every_step=*/true);
  if (!shown.fits) {
    return complain(
        {fmt::format("--replay: this trace is stale: {} has changed since, and its choices lead elsewhere now; "
                     "schedlab verify {} looks again",
                     shown.design, shown.design)});
  }
  if (!asked.svg.empty()) {
    if (auto drawn = draw(asked.svg, shown); !drawn) return complain(drawn.why());
  }
  fmt::print("{}", asked.json ? json_of(shown) : as_typed(text_of(shown, output_width())));
  return shown.found.kind == violation_kind::none ? exit_done : exit_check_failed;
}

int orders_command(const verify_call& asked, const settings& wanted) {
  progress shown(asked.quiet || asked.json);
  int code = exit_done;
  std::vector<order_table> tables;
  for (const subject* one : wanted.subjects) {
    if (!asked.design.empty() && has_specified_orders(*one)) return specified_orders_command(wanted);
    if (!one->is_sound()) {
      if (!asked.design.empty())
        return complain({fmt::format("{} is not sound as it is: see schedlab verify {}", one->name(), one->name())});
      continue;
    }
    tables.push_back(orders_of(*one, wanted.from, workers(), wanted.limits, [&](std::size_t done, std::size_t of) {
      shown.at(fmt::format("{} orders", one->name()), done, of);
    }));
    shown.end();
    if (asked.json) continue;
    fmt::print("{}\n{}", one->name(), text_of(tables.back(), output_width()));
    const auto differences = compare_with_baseline(tables.back());
    if (!differences) return complain(differences.why());
    for (const std::string& difference : *differences) fmt::print("  {}\n", as_typed(difference));
    if (!differences->empty() && !asked.update_baseline) code = exit_check_failed;
  }
  if (asked.json) fmt::print("{}", json_of(tables));
  if (!asked.update_baseline) return code;
  for (const order_table& table : tables) {
    if (auto kept = update_baseline(table); !kept) return complain(kept.why());
  }
  return exit_done;
}

void print(const std::vector<verification>& all, extent explored, const std::vector<counterexample>& faults,
           const known_wrong_designs& known_wrong, bool in_detail) {
  if (in_detail) {
    for (const verification& one : all) fmt::print("{}", text_of(one, explored, output_width()));
    for (const auto& [subject, defects] : known_wrong)
      fmt::print("{}", as_typed(text_of(subject->name(), defects, output_width())));
  } else {
    fmt::print("{}", as_typed(summary_of(all, explored, known_wrong, all_subjects().unable_ones(), output_width())));
  }
  for (const counterexample& fault : faults) fmt::print("\n{}", as_typed(text_of(fault, output_width())));
}

const counterexample* first_of(const std::vector<counterexample>& faults, const known_wrong_designs& known_wrong) {
  if (!faults.empty()) return &faults.front();
  if (known_wrong.empty() || !known_wrong.front().second.front().found) return nullptr;
  return &known_wrong.front().second.front().shown;
}

int verify(const verify_call& asked) {
  if (!asked.replay.empty()) return replay_command(asked);
  const auto wanted = understood(asked);
  if (!wanted) return complain(wanted.why());
  if (asked.orders) return orders_command(asked, *wanted);

  progress shown(asked.quiet || asked.json);
  const bool keeps = wanted->explored == extent::full_suite || wanted->explored == extent::quick_suite;
  const std::filesystem::path file = asked.update_baseline ? baseline_verdicts()
                                     : asked.out.empty()   ? local_verdicts()
                                                           : std::filesystem::path(asked.out);
  outcome kept = done{};
  if (const auto readable = read_verdicts(file); keeps && !readable) return complain(readable.why());
  const auto keep_it = [&](const std::string& design, const verdict& made) {
    if (keeps && kept) kept = keep(file, design, made);
  };

  std::vector<verification_job> jobs;
  jobs.reserve(wanted->subjects.size());
  known_wrong_designs known_wrong;
  for (const subject* one : wanted->subjects) {
    const auto defects = defects_of(one->name());
    if (defects.empty() || wanted->only) {
      jobs.push_back({one, planned_for(*one, *wanted), asked.goes_on});
      continue;
    }
    std::vector<defect_verdict> found;
    found.reserve(defects.size());
    for (const known_defect* d : defects) found.push_back(look_for(*d, wanted->limits, asked.every_step));
    keep_it(one->name(), verdict_of(*one, found, *wanted));
    known_wrong.emplace_back(one, std::move(found));
  }
  const std::vector<verification> all = verify_all(
      jobs, workers(), wanted->limits,
      [&](const std::string& what, std::size_t finished, std::size_t total) { shown.at(what, finished, total); },
      [&](const verification& complete) {
        for (const verification_job& job : jobs) {
          if (job.what->name() != complete.design) continue;
          keep_it(complete.design, verdict_of(*job.what, complete, *wanted));
        }
      });
  shown.end();

  int code = exit_done;
  std::vector<counterexample> shown_faults;
  for (std::size_t i = 0; i < all.size(); ++i) {
    code = std::max(code, exit_code_of(all[i].is));
    if (all[i].is == verification::status::refuted) {
      shown_faults.push_back(show(*jobs[i].what, all[i], asked.every_step));
    }
  }
  bool overlooked = false;
  for (const auto& [subject, defects] : known_wrong) {
    for (const defect_verdict& d : defects) overlooked = overlooked || !d.found;
  }
  // A refutation says more than a bound that was too small.
  if (!shown_faults.empty() || overlooked || (!asked.design.empty() && !known_wrong.empty())) code = exit_check_failed;
  if (asked.json) {
    fmt::print("{}", json_of(all, wanted->explored, shown_faults, known_wrong));
  } else {
    print(all, wanted->explored, shown_faults, known_wrong, !asked.design.empty());
  }
  // What could not be written changes no verdict: it is said behind it, with a code of its own.
  if (!kept) return complain({kept.why().message});
  if (keeps && asked.out.empty() && home() && !home()->is_checkout) {
    std::fflush(stdout);
    tell(fmt::format("the verdicts are kept in {}\n", file.string()));
  }
  if (asked.svg.empty()) return code;
  const counterexample* const first = first_of(shown_faults, known_wrong);
  if (first == nullptr) {
    tell(fmt::format("schedlab: nothing is drawn to {}: there is no counter-example\n", asked.svg));
    return code;
  }
  if (auto drawn = draw(asked.svg, *first); !drawn) return complain({drawn.why().message});
  return code;
}

}  // namespace
}  // namespace schedlab::verify

namespace schedlab {

command verify_command() {
  const auto asked = std::make_shared<verify::verify_call>();
  return {
      "verify", "Explore designs under every interleaving and memory order: no fault within bounds, or how they break",
      "Examples: schedlab verify vyukov_ring\n"
      "          schedlab verify wpol_queue_as_written --svg trace.svg\n"
      "          schedlab verify chase_lev_deque --orders\n"
      "          schedlab verify mutex_queue --model weak --scenario 'capacity 2; push pop | push pop'\n"
      "Exit codes: 0 no fault within the stated bounds, 1 refuted, 2 the call was wrong, 3 the bound is too small to say.",
      options_of(*asked), [asked] { return verify::verify(*asked); }};
}

}  // namespace schedlab
