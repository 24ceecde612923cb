#include "harness/verify/report/verify_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/text_table.hpp"
#include "harness/verify/report/replay_text.hpp"

namespace schedlab::verify {
namespace {

std::string grouped(std::uint64_t number) {
  if (number < 1000) return std::to_string(number);
  return fmt::format("{},{:03}", grouped(number / 1000), number % 1000);
}

std::string bound_of(const checked_scenario& one) {
  const bool none =
      one.result.ended_as == exploration::verdict::too_large || one.result.ended_as == exploration::verdict::skipped;
  return none ? "-" : one.planned.bound();
}

std::string verdict_of(const verification& one, extent explored) {
  if (one.left_out() == 0) return word(one.ended_as, explored);
  return fmt::format("{}, {} of {} scenarios left out", word(one.ended_as, explored), one.left_out(),
                     one.checked.size());
}

std::string how_far(const exploration& result) {
  if (result.found.kind != violation_kind::none) return ": " + result.found.text;
  if (result.ended_as != exploration::verdict::unfinished) return "";
  if (!result.complete_to) return ", not even without preemptions";
  return fmt::format(", clean to {} preemption{}", *result.complete_to, *result.complete_to == 1 ? "" : "s");
}

std::string title_of(const counterexample& shown) {
  return fmt::format("{} under {}, {}: {}", shown.design, word(shown.planned.model), shown.planned.bound(),
                     shown.planned.scenario.text());
}

// The text below the title. The last line is to be typed, so it is not wrapped.
std::string table_and_replay(const counterexample& shown, std::size_t width) {
  return wrapped("  " + shown.found.text, width) + "\n" +
         trace_table(shown.lines, shown.planned.scenario.thread_count(), 2, width) +
         fmt::format("  again, step by step: schedlab verify --replay '{}'\n", replay_text(shown));
}

}  // namespace

std::string text_of(const counterexample& shown, std::size_t width) {
  return wrapped(title_of(shown), width) + "\n" + table_and_replay(shown, width);
}

std::string text_of(const verification& one, extent explored, std::size_t width) {
  if (one.ended_as == verification::status::not_checkable) {
    return fmt::format("{} {}\n", one.design, took_no_step) +
           wrapped(
               "  Only what a design takes from its parameter Memory (atomics, plain cells, locks) can be interleaved. Its "
               "contract tests and its times are as good as anybody's.",
               width) +
           "\n";
  }
  std::string text = fmt::format("{}: {}\n", one.design, verdict_of(one, explored));
  std::vector<table_row> rows = {{"  MODEL", "SCENARIO", "BOUND", "EXECUTIONS", "STATES", "SECONDS", "RESULT"}};
  for (const checked_scenario& c : one.checked) {
    rows.push_back({fmt::format("  {}", word(c.planned.model)), c.planned.scenario.text(), bound_of(c),
                    grouped(c.result.executions), grouped(c.result.states), fmt::format("{:.1f}", c.result.seconds),
                    word(c.result.ended_as) + how_far(c.result)});
  }
  text += table_text(rows, width);
  const auto say = [&](const std::string& sentence) { text += wrapped("  " + sentence, width) + "\n"; };
  say(
      fmt::format("longest operation: {} steps; read again at most twice: an overtaken store (weak); compare-exchanges "
                  "failing for no reason: one, with two threads (weak)",
                  one.longest_operation()));
  const std::string explanation = explained(explored);
  if (one.ended_as == verification::status::clean && !explanation.empty()) say(explanation);
  if (one.ended_as == verification::status::unfinished) {
    say("Unfinished is not clean: the time limit came first. --preemptions N explores less, --seconds N longer.");
  }
  return text;
}

std::string text_of(const std::string& design, const std::vector<defect_verdict>& defects, std::size_t width) {
  const auto found = std::count_if(defects.begin(), defects.end(), [](const auto& d) { return d.found; });
  std::string text = fmt::format("{}: refuted, {} of {} known defects found\n", design, found, defects.size());
  for (const defect_verdict& d : defects) {
    text += fmt::format("\n{}\n", wrapped(fmt::format("{}  {}", d.defect->id, d.defect->description), width));
    if (!d.found) {
      text += fmt::format("  NOT FOUND in {} executions of \"{}\" under {}\n", grouped(d.result.executions),
                          d.defect->text, word(d.defect->model));
      continue;
    }
    text += wrapped("  " + title_of(d.shown), width) + "\n" + table_and_replay(d.shown, width);
  }
  return text;
}

std::string summary_of(const std::vector<verification>& all, extent explored, const known_wrong_designs& known_wrong,
                       const std::vector<subject_registry::unable>& unable, std::size_t width) {
  std::vector<table_row> rows = {{"DESIGN", "VERDICT", "SC", "TSO", "WEAK", "EXECUTIONS", "LONGEST"}};
  for (const verification& one : all) {
    if (one.ended_as == verification::status::not_checkable) {
      rows.push_back({one.design, "-", took_no_step});
      continue;
    }
    rows.push_back({one.design, word(one.ended_as, explored), one.bounds(memory_model::sc),
                    one.bounds(memory_model::tso), one.bounds(memory_model::weak), grouped(one.executions()),
                    std::to_string(one.longest_operation())});
  }
  for (const auto& [subject, defects] : known_wrong) {
    std::string found;
    std::string missed;
    std::uint64_t executions = 0;
    for (const defect_verdict& d : defects) {
      (d.found ? found : missed) += std::string(" ") + d.defect->id;
      executions += d.result.executions;
    }
    rows.push_back({std::string(subject->name()), "refuted",
                    fmt::format("as known:{}{}{}  ({} executions)", found, missed.empty() ? "" : "; NOT FOUND:", missed,
                                grouped(executions))});
  }
  for (const subject_registry::unable& one : unable) rows.push_back({one.name, "-", one.reason});
  std::string text = table_text(rows, width);
  const auto without_fault = [](const verification& one) { return one.ended_as == verification::status::clean; };
  if (std::any_of(all.begin(), all.end(), without_fault) && *explained(explored) != '\0') {
    text += wrapped(explained(explored), width) + "\n";
  }
  return text +
         wrapped(
             "LONGEST: steps of the longest operation. schedlab verify DESIGN shows every scenario, or what refutes it.",
             width) +
         "\n";
}

}  // namespace schedlab::verify
