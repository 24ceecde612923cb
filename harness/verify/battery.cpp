#include "harness/verify/battery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace schedlab::verify {
namespace {

struct line {
  suite from;  // the first suite that it belongs to
  unsigned preemptions;
  const char* text;
  unsigned weak_preemptions = no_limit;  // under weak memory, where more can happen
};

constexpr unsigned complete = no_limit;

// Two threads also meet compare-exchanges that fail for no reason.
constexpr line many_to_many[] = {
    {suite::quick, complete, "capacity 1; push push | pop pop"},
    {suite::quick, complete, "capacity 2; push pop | push pop"},
    {suite::quick, complete, "capacity 2; before: push push; pop push | pop push"},
    {suite::quick, complete, "capacity 1; push pop | push pop"},
    {suite::quick, complete, "capacity 2; before: push pop push; push push | pop pop"},
    {suite::quick, complete, "capacity 1; before: push push; pop | pop pop"},
    {suite::quick, complete, "capacity 1; before: push; push | push pop"},
    {suite::quick, complete, "capacity 2; push | push | pop pop"},
    {suite::quick, complete, "capacity 2; before: push push; pop | pop | push"},
    {suite::quick, 2, "capacity 2; push push | pop pop | push pop"},
    {suite::full, complete, "capacity 2; push | push | pop | pop"},
    {suite::full, complete, "capacity 2; push push | push | pop"},
    {suite::full, complete, "capacity 2; push push | pop pop | push pop"},
    {suite::full, complete, "capacity 2; push push | push push | pop pop"},
    {suite::full, complete, "capacity 1; push pop | push pop | push pop"},
    {suite::full, 4, "capacity 1; push push push | pop pop pop | pop pop pop"},
    {suite::full, 4, "capacity 2; push push push | pop pop pop | push pop push", 2},
};

constexpr line one_to_one[] = {
    {suite::quick, complete, "capacity 1; push push | pop pop"},
    {suite::quick, complete, "capacity 2; push push push | pop pop pop"},
    {suite::quick, complete, "capacity 2; before: push push; push push | pop pop pop"},
    {suite::quick, complete, "capacity 2; before: push pop push; push push | pop pop"},
    {suite::full, complete, "capacity 1; push push push push | pop pop pop pop"},
    {suite::full, complete, "capacity 2; push push push push push | pop pop pop pop pop"},
};

constexpr line one_owner[] = {
    {suite::quick, complete, "capacity 2; push push pop | steal steal"},
    {suite::quick, complete, "capacity 1; push push push | steal steal"},
    {suite::quick, complete, "capacity 2; before: push push; pop pop | steal | steal"},
    {suite::quick, complete, "capacity 2; before: push; pop push | steal | steal"},
    {suite::quick, complete, "capacity 1; push push pop | steal | steal"},
    {suite::full, complete, "capacity 2; push push pop | steal steal | steal steal"},
    {suite::full, complete, "capacity 2; before: push push; pop pop push | steal steal | steal steal"},
    {suite::full, complete, "capacity 2; before: push; push pop pop | steal steal | steal steal"},
    {suite::full, complete, "capacity 1; push push push | steal steal | steal steal"},
    {suite::full, complete, "capacity 2; before: push; pop push pop | steal steal | steal steal"},
};

constexpr line slots[] = {
    {suite::quick, complete, "capacity 2; allocate free allocate | allocate free allocate"},
    {suite::quick, complete, "capacity 2; allocate | allocate allocate free"},
    {suite::full, complete, "capacity 2; allocate free | allocate free | allocate free"},
};

constexpr line alone[] = {
    {suite::quick, complete, "capacity 1; push pop pop push push pop"},
    {suite::quick, complete, "capacity 4; push push push push push pop pop push"},
};

// Over items that own memory and are moved.
constexpr line owned_many_to_many[] = {
    {suite::quick, complete, "items owned; capacity 1; push push | pop pop"},
    {suite::quick, complete, "items owned; capacity 2; before: push pop push push; pop push | pop"},
    {suite::full, complete, "items owned; capacity 2; push pop | push pop"},
    {suite::full, 2, "items owned; capacity 1; push push | pop pop | push pop"},
};
constexpr line owned_one_to_one[] = {
    {suite::quick, complete, "items owned; capacity 2; push push push | pop pop"},
};
constexpr line owned_alone[] = {
    {suite::quick, complete, "items owned; capacity 2; push push push pop push push pop"},
};

template <std::size_t Count>
void add_lines(const line (&lines)[Count], const queue_subject& subject, suite which,
               std::vector<planned_check>& planned) {
  for (const line& l : lines) {
    if (l.from == suite::full && which == suite::quick) continue;
    const auto parsed = parse_scenario(l.text);
    if (!parsed) throw std::logic_error(parsed.why().message);
    if (!subject.valid_capacity(parsed->capacity)) continue;
    for (const memory_model model : all_models) {
      const bool two = parsed->threads.size() <= 2;
      const bool weak = model == memory_model::weak;
      const unsigned preemptions = weak ? std::min(l.preemptions, l.weak_preemptions) : l.preemptions;
      planned.push_back({*parsed, model, preemptions, weak && two ? 1u : 0u, false, false});
    }
  }
}

}  // namespace

std::string planned_check::bound() const {
  if (preemptions == no_limit) return "complete";
  return fmt::format("{} preemption{}", preemptions, preemptions == 1 ? "" : "s");
}

std::vector<planned_check> battery(const queue_subject& subject, suite which) {
  std::vector<planned_check> planned;
  const bool owned = subject.over_owned_items() != nullptr;
  if (subject.traits().producers == multiplicity::same_thread) {
    add_lines(alone, subject, which, planned);
    if (owned) add_lines(owned_alone, subject, which, planned);
  } else if (subject.is_deque()) {
    add_lines(one_owner, subject, which, planned);
  } else if (subject.traits().producers == multiplicity::one) {
    add_lines(one_to_one, subject, which, planned);
    if (owned) add_lines(owned_one_to_one, subject, which, planned);
  } else {
    add_lines(many_to_many, subject, which, planned);
    if (owned) add_lines(owned_many_to_many, subject, which, planned);
  }
  if (subject.has_free_list()) add_lines(slots, subject, which, planned);
  return planned;
}

machine_options options_of(const queue_subject& subject, const planned_check& planned) {
  machine_options options;
  options.model = planned.model;
  options.fences = weak_memory::fence_rule::cxx11;  // the one that allows more
  options.preemptions = planned.preemptions;
  options.naive = planned.naive;
  options.spurious_failures = planned.spurious_failures;
  const queue_traits& traits = subject.traits();
  options.claims_lock_free = planned.as_claimed || (traits.sound && traits.progress != progress_guarantee::blocking);
  options.wait_free_steps = subject.wait_free_steps();
  return options;
}

specification specification_of(const queue_subject& subject, const planned_check& planned) {
  if (planned.what.uses(verb::allocate)) return specification::of_free_list(planned.what.capacity);
  specification promised = specification::of(subject.traits(), planned.what.capacity);
  if (planned.as_claimed) {
    promised.strength = try_strength::strong;
    promised.may_report_empty_spuriously = false;
  }
  return promised;
}

outcome check_scenario(const queue_subject& subject, const scenario& what) {
  const queue_traits& traits = subject.traits();
  const auto refused = [&](const std::string& why) {
    return failure{fmt::format("{} cannot run \"{}\": {}", traits.name, what.text(), why)};
  };
  const auto is_pools = [](const planned_operation& p) { return !is_of_queues(p.asked); };
  for (const auto& thread : what.threads) {
    if (what.workers > 0 || std::any_of(thread.begin(), thread.end(), is_pools)) {
      return refused("that is for the protocols of schedulers; a queue's threads push and pop");
    }
  }
  if (!subject.valid_capacity(what.capacity)) return refused("it does not accept this capacity");
  if (what.items_are_owned && subject.over_owned_items() == nullptr) return refused("its items can own nothing");
  if (what.uses(verb::steal) && !subject.is_deque()) return refused("only a deque has steal");
  const bool uses_slots = what.uses(verb::allocate) || what.uses(verb::free);
  if (uses_slots && !subject.has_free_list()) return refused("it has no task slots to allocate");
  if (uses_slots && (what.uses(verb::push) || what.uses(verb::pop))) {
    return refused("queue and free list are explored apart");
  }
  for (std::size_t t = 0; t < what.threads.size(); ++t) {
    for (const planned_operation& p : what.threads[t]) {
      const bool owners = p.asked == verb::push || p.asked == verb::pop;
      if (subject.is_deque() && owners && t > 0) return refused("only the first thread, the owner, pushes and pops");
      if (subject.is_deque() && !owners && t == 0) return refused("the first thread is the owner and does not steal");
    }
  }
  if (traits.producers == multiplicity::same_thread && what.threads.size() > 1) {
    return refused("it is for one thread");
  }
  const auto threads_that = [&](verb asked) {
    return std::count_if(what.threads.begin(), what.threads.end(), [asked](const auto& operations) {
      return std::any_of(operations.begin(), operations.end(), [asked](const auto& p) { return p.asked == asked; });
    });
  };
  if (!subject.is_deque() && traits.producers == multiplicity::one && threads_that(verb::push) > 1) {
    return refused("it is for one producer");
  }
  if (traits.consumers == multiplicity::one && threads_that(verb::pop) > 1) return refused("it is for one consumer");
  return done{};
}

}  // namespace schedlab::verify
