// Verdicts are kept as they come, and printed together.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "harness/base/process/home.hpp"
#include "harness/base/progress.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/text_table.hpp"
#include "harness/base/typed.hpp"
#include "harness/cli/verify/drawing.hpp"
#include "harness/cli/verify/orders.hpp"
#include "harness/cli/verify/replay.hpp"
#include "harness/cli/verify/settings.hpp"
#include "harness/verify/explore/defects.hpp"
#include "harness/verify/explore/specified_orders.hpp"
#include "harness/verify/explore/verification.hpp"
#include "harness/verify/report/verify_json.hpp"
#include "harness/verify/report/verify_text.hpp"
#include "harness/verify/verdicts/verdict_file.hpp"

namespace schedlab::verify {
namespace {

verdict verdict_of(const subject& one, const verification& done, const settings& wanted) {
  verdict made{.word = word(done.ended_as),
               .suite = word(wanted.explored),
               .fingerprint = one.fingerprint(),
               .left_out = done.left_out(),
               .executions = done.executions(),
               .longest_operation = done.longest_operation()};
  for (const memory_model model : wanted.models) made.bounds[word(model)] = done.bounds(model);
  const checked_scenario* wrong = done.first_that_is(exploration::verdict::refuted);
  if (wrong == nullptr) wrong = done.first_that_is(exploration::verdict::impossible);
  if (wrong != nullptr) made.why = wrong->result.found.text;
  if (done.ended_as == verification::status::not_checkable) made.why = took_no_step;
  return made;
}

verdict verdict_of(const subject& one, const std::vector<defect_verdict>& defects, const settings& wanted) {
  verdict made{.word = "refuted", .suite = word(wanted.explored), .fingerprint = one.fingerprint()};
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

// The file is written after each design, so that verdicts from before an interruption stay.
outcome keep(const std::filesystem::path& path, const std::string& design, const verdict& made) {
  auto known = read_verdicts(path);
  if (!known) return known.why();
  (*known)[design] = made;
  return write_verdicts(path, *known);
}

int exit_code_of(verification::status status) {
  switch (status) {
    case verification::status::clean:
    case verification::status::not_checkable:  // no failure of the design
      return exit_done;
    case verification::status::refuted:
      return exit_check_failed;
    case verification::status::unfinished:
    case verification::status::impossible:
      return exit_undecided;
  }
  return exit_check_failed;
}

void print(const std::vector<verification>& all, extent explored, const std::vector<counterexample>& faults,
           const known_wrong_designs& known_wrong, bool in_detail) {
  if (in_detail) {
    for (const verification& one : all) fmt::print("{}", text_of(one, explored, output_width()));
    for (const auto& [subject, defects] : known_wrong)
      fmt::print("{}", as_typed(text_of(subject->name(), defects, output_width())));
  } else {
    std::vector<subject_registry::unable> unable = all_subjects().unable_ones();
    std::erase_if(unable, [](const auto& one) { return !is_meant_by_default(one.name); });
    fmt::print("{}", as_typed(summary_of(all, explored, known_wrong, unable, output_width())));
  }
  for (const counterexample& fault : faults) fmt::print("\n{}", as_typed(text_of(fault, output_width())));
}

const counterexample* first_of(const std::vector<counterexample>& faults, const known_wrong_designs& known_wrong) {
  if (!faults.empty()) return &faults.front();
  if (known_wrong.empty() || !known_wrong.front().second.front().found) return nullptr;
  return &known_wrong.front().second.front().shown;
}

}  // namespace

int verify(const verify_call& asked) {
  if (!asked.replay.empty()) return replay(asked);
  const auto wanted = understood(asked);
  if (!wanted) return complain(wanted.why());
  if (asked.orders) return verify_orders(asked, *wanted);

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
          if (job.explored->name() != complete.design) continue;
          keep_it(complete.design, verdict_of(*job.explored, complete, *wanted));
        }
      });
  shown.end();

  int code = exit_done;
  std::vector<counterexample> shown_faults;
  for (std::size_t i = 0; i < all.size(); ++i) {
    code = std::max(code, exit_code_of(all[i].ended_as));
    if (all[i].ended_as == verification::status::refuted) {
      shown_faults.push_back(show(*jobs[i].explored, all[i], asked.every_step));
    }
  }
  bool overlooked = false;
  for (const auto& [subject, defects] : known_wrong) {
    for (const defect_verdict& d : defects) overlooked = overlooked || !d.found;
  }
  // A refutation says more than a bound that was too small, so its exit code wins.
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

}  // namespace schedlab::verify
