#include "harness/verify/explore/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "harness/base/joined.hpp"
#include "harness/verify/explore/in_parallel.hpp"

namespace schedlab::verify {
namespace {

std::size_t size_of(const scenario& what) {
  std::size_t operations = 0;
  for (const auto& thread : what.threads) operations += thread.size();
  return operations + 2 * what.workers;  // a worker adds more executions than an operation does
}

// Operations per thread: "2+2+2"; for a protocol "2 workers, 1+2".
std::string shape_of(const scenario& what) {
  std::string text = what.workers == 0 ? "" : fmt::format("{} worker{}, ", what.workers, what.workers == 1 ? "" : "s");
  bool first = true;
  for (const auto& thread : what.threads)
    text += fmt::format("{}{}", std::exchange(first, false) ? "" : "+", thread.size());
  return text;
}

verification::status status_of(const std::vector<checked_scenario>& checked) {
  const auto any = [&](exploration::verdict verdict) {
    return std::any_of(checked.begin(), checked.end(), [&](const auto& c) { return c.result.ended_as == verdict; });
  };
  if (any(exploration::verdict::refuted)) return verification::status::refuted;
  if (any(exploration::verdict::impossible)) return verification::status::impossible;
  if (any(exploration::verdict::unfinished) || !any(exploration::verdict::clean))
    return verification::status::unfinished;
  return verification::status::clean;
}

bool is_left_out(const checked_scenario* one) { return one->result.ended_as == exploration::verdict::too_large; }

// A scenario that is too large to be explored completely counts as far as it was explored, to the bound that was
// finished. One that is too large even without preemptions is left out and does not appear in the bounds. The number of
// executions decides, which is the same on every machine, and never the time.
void count_as_far_as_explored(planned_check& planned, exploration& result, const exploration_limits& limits) {
  if (result.ended_as != exploration::verdict::unfinished || result.executions < limits.executions) return;
  result.ended_as = result.complete_to ? exploration::verdict::clean : exploration::verdict::too_large;
  if (!result.complete_to) return;
  planned.preemptions = *result.complete_to;
  result.preemptions = planned.preemptions;
}

}  // namespace

bool takes_steps(const subject& what) {
  const auto alone = what.alone();
  if (!alone) return true;
  machine on;
  const auto program = what.program(*alone);
  static_cast<void>(replay(on, *program, what.options(*alone), {}));
  bool inside = false;
  bool was_inside = false;
  for (const step& one : on.recorded()) {
    if (one.kind == step_kind::begin) {
      inside = true;
    } else if (one.kind == step_kind::end) {
      was_inside = std::exchange(inside, false);
    } else if (inside) {
      return true;
    }
  }
  return !was_inside;  // it did not come to an end of an operation: a fault that is to be found
}

checked_scenario check(machine& on, const subject& what, planned_check planned, const exploration_limits& limits) {
  const auto program = what.program(planned);
  exploration result = explore(on, *program, what.options(planned), limits);
  count_as_far_as_explored(planned, result, limits);
  return {std::move(planned), std::move(result)};
}

const checked_scenario* verification::first_that_is(exploration::verdict verdict) const {
  const auto found =
      std::find_if(checked.begin(), checked.end(), [&](const auto& c) { return c.result.ended_as == verdict; });
  return found == checked.end() ? nullptr : &*found;
}

std::uint64_t verification::executions() const {
  std::uint64_t sum = 0;
  for (const checked_scenario& c : checked) sum += c.result.executions;
  return sum;
}

unsigned verification::longest_operation() const {
  unsigned longest = 0;
  for (const checked_scenario& c : checked) longest = std::max(longest, c.result.longest_operation);
  return longest;
}

namespace {

// All scenarios of one shape; the one that was explored least speaks for them.
struct explored_shape {
  std::string text;
  std::size_t size;
  const planned_check* least;
  bool all_clean;
};

std::vector<explored_shape> shapes_of(const std::vector<const checked_scenario*>& checked) {
  std::vector<explored_shape> shapes;
  for (const checked_scenario* c : checked) {
    const bool is_clean = c->result.ended_as == exploration::verdict::clean;
    const std::string text = shape_of(c->planned.scenario);
    const auto known = std::find_if(shapes.begin(), shapes.end(), [&](const auto& s) { return s.text == text; });
    if (known == shapes.end()) {
      shapes.push_back({text, size_of(c->planned.scenario), &c->planned, is_clean});
      continue;
    }
    known->all_clean = known->all_clean && is_clean;
    if (c->planned.preemptions < known->least->preemptions) known->least = &c->planned;
  }
  return shapes;
}

}  // namespace

std::string verification::bounds(memory_model model) const {
  std::vector<const checked_scenario*> all;
  std::vector<const checked_scenario*> with_settings;
  for (const checked_scenario& c : checked) {
    if (c.planned.model != model) continue;
    if (c.planned.scenario.uses(verb::allocate)) continue;  // it is about the free list, beside the queue
    (c.planned.scenario.has_settings() ? with_settings : all).push_back(&c);
  }
  const std::vector<explored_shape> shapes = shapes_of(all);
  const explored_shape* complete = nullptr;
  const explored_shape* bounded = nullptr;
  for (const explored_shape& one : shapes) {
    if (!one.all_clean) continue;
    const explored_shape*& largest = one.least->preemptions == no_limit ? complete : bounded;
    if (largest == nullptr || one.size > largest->size) largest = &one;
  }
  if (bounded != nullptr && complete != nullptr && bounded->size <= complete->size) bounded = nullptr;
  std::vector<std::string> parts;
  if (complete != nullptr) parts.push_back(complete->text + " complete");
  if (bounded != nullptr) parts.push_back(fmt::format("{} to {}", bounded->text, bounded->least->bound()));
  const auto is_explored = [](const checked_scenario* c) { return c->result.ended_as == exploration::verdict::clean; };
  const auto least = std::min_element(with_settings.begin(), with_settings.end(), [](const auto* a, const auto* b) {
    return a->planned.preemptions < b->planned.preemptions;
  });
  if (least != with_settings.end() && std::all_of(with_settings.begin(), with_settings.end(), is_explored)) {
    const bool complete_ones = (*least)->planned.preemptions == no_limit;
    parts.push_back(fmt::format("with settings {}{}", complete_ones ? "" : "to ", (*least)->planned.bound()));
  }
  all.insert(all.end(), with_settings.begin(), with_settings.end());
  const auto left_out = std::count_if(all.begin(), all.end(), is_left_out);
  if (left_out > 0) parts.push_back(fmt::format("{} of {} left out", left_out, all.size()));
  return joined(parts);
}

std::size_t verification::left_out() const {
  return static_cast<std::size_t>(
      std::count_if(checked.begin(), checked.end(), [](const checked_scenario& c) { return is_left_out(&c); }));
}

std::vector<verification> verify_all(const std::vector<verification_job>& jobs, unsigned workers,
                                     const exploration_limits& limits,
                                     const std::function<void(const std::string&, std::size_t, std::size_t)>& finished,
                                     const std::function<void(const verification&)>& complete) {
  struct task {
    std::size_t job;
    std::size_t check;
  };
  std::vector<task> tasks;
  std::vector<verification> all(jobs.size());
  std::vector<std::size_t> left(jobs.size());
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    all[j].design = jobs[j].explored->name();
    // A design that is known to be wrong is explored as far as that goes.
    if (jobs[j].explored->is_sound() && !takes_steps(*jobs[j].explored)) {
      all[j].ended_as = verification::status::not_checkable;
      complete(all[j]);
      continue;
    }
    all[j].checked.resize(jobs[j].planned.size());
    left[j] = jobs[j].planned.size();
    const auto first = static_cast<std::ptrdiff_t>(tasks.size());
    for (std::size_t c = 0; c < jobs[j].planned.size(); ++c) tasks.push_back({j, c});
    // Small scenarios come first, because one of them may refute the design.
    std::stable_sort(tasks.begin() + first, tasks.end(), [&](const task& a, const task& b) {
      return size_of(jobs[j].planned[a.check].scenario) < size_of(jobs[j].planned[b.check].scenario);
    });
  }
  std::size_t done_count = 0;
  std::mutex talking;
  std::vector<std::atomic<bool>> refuted(jobs.size());
  in_parallel(tasks.size(), workers, [&](machine& on, std::size_t i) {
    const verification_job& job = jobs[tasks[i].job];
    std::atomic<bool>& is_refuted = refuted[tasks[i].job];
    checked_scenario one{job.planned[tasks[i].check], {}};
    // relaxed: one scenario too many does no harm.
    if (is_refuted.load(std::memory_order_relaxed) && !job.goes_on) {
      one.result.ended_as = exploration::verdict::skipped;
    } else {
      exploration_limits for_this = limits;
      if (limits.executions != exploration_limits{}.executions) for_this.executions *= job.explored->effort();
      one = check(on, *job.explored, one.planned, for_this);
      // relaxed: as above.
      if (one.result.ended_as == exploration::verdict::refuted) is_refuted.store(true, std::memory_order_relaxed);
    }
    const std::lock_guard held(talking);
    verification& of_design = all[tasks[i].job];
    finished(fmt::format("{} {}: {}", of_design.design, word(one.planned.model), one.planned.scenario.text()),
             ++done_count, tasks.size());
    of_design.checked[tasks[i].check] = std::move(one);
    if (--left[tasks[i].job] > 0) return;
    of_design.ended_as = status_of(of_design.checked);
    complete(of_design);
  });
  return all;
}

counterexample show(const subject& what, const planned_check& planned, const std::vector<unsigned>& choices,
                    bool every_step) {
  machine on;
  const auto program = what.program(planned);
  const bool fits = replay(on, *program, what.options(planned), choices);
  counterexample shown{
      what.name(), planned, on.found(), choices, trace_of(on.recorded(), program->fields(), every_step), fits};
  // The operations that take out the remaining items matter only if the fault is about them.
  if (!every_step && on.found().kind == violation_kind::wrong_history &&
      on.found().text.find("afterwards") == std::string::npos) {
    std::erase_if(shown.lines, [](const trace_line& line) { return line.afterwards; });
  }
  return shown;
}

counterexample show(const subject& what, const verification& refuted, bool every_step) {
  const checked_scenario& wrong = *refuted.first_that_is(exploration::verdict::refuted);
  planned_check planned = wrong.planned;
  planned.preemptions = wrong.result.preemptions;
  return show(what, planned, wrong.result.choices, every_step);
}

}  // namespace schedlab::verify
