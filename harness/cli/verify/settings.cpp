// Whatever does not fit together is one sentence that says what would.
#include "harness/cli/verify/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "harness/base/nearest_names.hpp"
#include "harness/base/parsed_number.hpp"
#include "harness/base/process/home.hpp"
#include "harness/cells/cell.hpp"
#include "harness/verify/explore/specified_orders.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "harness/verify/queues/queue_subject.hpp"

namespace schedlab::verify {
namespace {

result<std::vector<const subject*>> subjects_named(const std::string& design) {
  const subject_registry& all = all_subjects();
  std::vector<const subject*> known(all.subjects().begin(), all.subjects().end());
  known.insert(known.end(), all_protocols().begin(), all_protocols().end());
  if (design.empty()) {
    std::erase_if(known, [](const subject* one) { return !is_meant_by_default(one->name()); });
    return known;
  }
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

}  // namespace

unsigned workers() { return std::max(1u, std::thread::hardware_concurrency()); }

bool is_from_elsewhere(const std::string& design) {
  const auto& folders = folders_elsewhere();
  return std::any_of(folders.begin(), folders.end(),
                     [&](const folder_elsewhere& one) { return design.starts_with(one.name + "."); });
}

bool is_meant_by_default(const std::string& design) { return folders_elsewhere().empty() || is_from_elsewhere(design); }

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
  wanted.chosen_suite = asked.suite == "full" ? suite::full : suite::quick;
  if (!asked.preemptions.empty()) {
    wanted.preemptions = parsed_number<unsigned>(asked.preemptions);
    if (!wanted.preemptions) {
      return failure{fmt::format("--preemptions is '{}'; it should be a whole number from 0 to {}", asked.preemptions,
                                 std::numeric_limits<unsigned>::max())};
    }
  }
  wanted.limits.seconds =
      wanted.chosen_suite == suite::full ? 1800 : 120;  // per exploration; more than any takes alone
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
  const bool any_of_others = std::any_of(wanted.subjects.begin(), wanted.subjects.end(),
                                         [](const subject* one) { return is_from_elsewhere(one->name()); });
  if (asked.update_baseline && any_of_others) {
    return failure{"--update-baseline: the baseline is of the lab's own designs; leave it out, or name one of them"};
  }
  if (wanted.subjects.empty()) {
    return failure{
        "nothing to explore: there is no queue and no deque in the folders of WITH; schedulers are not explored but "
        "held to their contract, by make test WITH=..."};
  }
  if (asked.scenario.empty()) {
    // If the operations of a design are long, its scenarios are explored to the bound that so many executions allow.
    if (!wanted.preemptions) wanted.limits.executions = wanted.chosen_suite == suite::full ? 1'000'000 : 100'000;
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
    planned = one.planned(wanted.chosen_suite);
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

}  // namespace schedlab::verify
