#include "harness/verify/explore/explorer.hpp"

#include <algorithm>
#include <chrono>

#include "harness/verify/machine/crash_guard.hpp"
#include "harness/verify/subjects/scenario.hpp"

namespace schedlab::verify {
namespace {

using steady = exploration_limits::clock;

double seconds_since(steady::time_point began) { return std::chrono::duration<double>(steady::now() - began).count(); }

// Looks, in a short search, for another counter-example with no more preemptions and fewer steps.
void shorten(machine& on, program& explored, const machine_options& options, const wanted_fault& wanted,
             steady::time_point end, exploration& known) {
  constexpr std::uint64_t most_tries = 20'000;
  choice_sequence choices;
  unsigned fewest = no_limit;
  for (std::uint64_t tried = 0; tried < most_tries; ++tried) {
    if (tried % 1024 == 0 && steady::now() >= end) return;
    const machine::ending ended = on.execute(explored, options, choices, nullptr);
    if (ended == machine::ending::refuted && on.found().kind == known.found.kind && on.found().why == known.found.why &&
        wanted.fits(on) && on.steps() < fewest) {
      fewest = on.steps();
      known.found = on.found();
      known.choices = choices.taken();
    }
    if (!choices.advance()) return;
  }
}

// Finds the greatest bound to which everything can be explored within the limits, or a counter-example that the first
// search did not reach.
void find_how_far(machine& on, program& explored, machine_options options, const exploration_limits& limits,
                  const wanted_fault& wanted, exploration& result) {
  const unsigned given = options.preemptions;
  for (options.preemptions = 0; options.preemptions < given && steady::now() < limits.until; ++options.preemptions) {
    const exploration bounded = explore_once(on, explored, options, limits, wanted);
    if (bounded.ended_as == exploration::verdict::refuted) {
      const std::uint64_t executions = result.executions + bounded.executions;
      result = bounded;
      result.executions = executions;
    }
    if (bounded.ended_as != exploration::verdict::clean) return;
    result.complete_to = options.preemptions;
  }
}

}  // namespace

bool wanted_fault::fits(const machine& on) const {
  const violation& found = on.found();
  if (found.kind == violation_kind::cannot_explore) return true;
  return (!kind || *kind == found.kind) && (!why || *why == found.why) &&
         (answers.empty() || answers == answers_of(on));
}

std::string answers_of(const machine& on) {
  std::string text;
  unsigned thread = 0;
  for (const placed_operation& one : on.history()) {
    if (one.call.thread == outside_thread) continue;
    if (one.call.thread != thread) text += " |";
    thread = one.call.thread;
    text += std::string(text.empty() ? "" : " ") + word(one.call.reply);
  }
  return text;
}

exploration explore_once(machine& on, program& explored, const machine_options& options,
                         const exploration_limits& limits, const wanted_fault& wanted) {
  const crash_guard guarded;
  const auto began = steady::now();
  exploration result;
  result.preemptions = options.preemptions;
  choice_sequence choices;
  visited_states visited;
  const auto end = limits.end();
  for (bool more = true; more; more = choices.advance()) {
    if (result.executions >= limits.executions || (result.executions % 1024 == 0 && steady::now() >= end)) {
      result.ended_as = exploration::verdict::unfinished;
      break;
    }
    const machine::ending ended = on.execute(explored, options, choices, options.naive ? nullptr : &visited);
    ++result.executions;
    result.longest_operation = std::max(result.longest_operation, on.most_steps_of_an_operation());
    if (ended != machine::ending::refuted || !wanted.fits(on)) continue;
    result.found = on.found();
    result.ended_as = on.found().kind == violation_kind::cannot_explore ? exploration::verdict::impossible
                                                                        : exploration::verdict::refuted;
    result.choices = choices.taken();
    result.preemptions = on.preemptions();
    break;
  }
  result.states = visited.size();
  result.seconds = seconds_since(began);
  return result;
}

exploration explore(machine& on, program& explored, machine_options options, const exploration_limits& limits,
                    const wanted_fault& wanted) {
  const crash_guard guarded;
  const auto began = steady::now();
  exploration_limits whole = limits;
  whole.until = limits.end();
  whole.seconds = exploration_limits{}.seconds;
  // Half of the time goes into the whole exploration; if it is too large, the rest goes into finding how far it can be
  // done.
  exploration_limits half = whole;
  half.until = began + (whole.until - began) / 2;
  exploration result = explore_once(on, explored, options, half, wanted);
  if (result.ended_as == exploration::verdict::unfinished) find_how_far(on, explored, options, whole, wanted, result);
  result.seconds = seconds_since(began);
  if (result.ended_as != exploration::verdict::refuted) return result;
  const unsigned enough = result.preemptions;
  for (unsigned fewer = 0; fewer <= enough; ++fewer) {
    options.preemptions = fewer;
    exploration again = explore_once(on, explored, options, whole, wanted);
    result.executions += again.executions;
    if (again.ended_as != exploration::verdict::refuted) continue;
    again.executions = result.executions;
    result = again;
    shorten(on, explored, options, wanted, whole.until, result);
    break;
  }
  result.seconds = seconds_since(began);
  return result;
}

bool replay(machine& on, program& explored, const machine_options& options, const std::vector<unsigned>& choices) {
  const crash_guard guarded;
  choice_sequence again;
  again.replay(choices);
  on.record(true);
  on.execute(explored, options, again, nullptr);
  on.record(false);
  return again.was_followed();
}

}  // namespace schedlab::verify
