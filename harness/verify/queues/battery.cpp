#include "harness/verify/queues/battery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace schedlab::verify {
namespace {

struct line {
  suite first_suite;
  unsigned preemptions;
  const char* text;
  unsigned weak_preemptions = no_limit;  // under weak memory, where more can happen
};

constexpr unsigned complete = no_limit;

// With two threads, compare-exchanges also fail for no reason.
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

// Some faults of one thread alone need many operations and one execution: twice round a ring, a growth of a ring that
// wraps and of one that does not, equals among many items, and memory that grows when the same is done again and again.
constexpr line long_ones[] = {
    {suite::quick, complete, "capacity 4; before: push*5 pop*2 push*3 pop*5 push*2; pop"},
    {suite::quick, complete, "capacity 6; before: push*7 pop*7; push"},
    {suite::quick, complete, "capacity 8; before: push*9 pop*5 push*12 pop*11 push*10 pop*15; push"},
    {suite::quick, complete, "capacity 16; before: push*40 pop*20 push*10 pop*28; push"},
    {suite::quick, complete, "capacity 2; before: push*4 pop*4 steady push*8 pop*9 push*8 pop*9 steady; push"},
    {suite::quick, complete, "items wide; capacity 2; push pop"},
};
constexpr line long_ones_of_deques[] = {
    {suite::quick, complete, "capacity 2; before: push*2 steal push*4 steal*3 pop push*9 pop*4 steal*4; pop"},
    {suite::quick, complete, "capacity 4; before: push*3 steal*2 push*5 pop steal push*20 pop*12 steal*12; push"},
};
constexpr line long_ones_of_owned_items[] = {
    {suite::quick, complete, "items owned; capacity 4; before: push*4 pop*2 push*2; pop"},
    {suite::quick, complete, "items owned; capacity 4; before: push*9 pop*6 push*12; pop"},
};

// The positions pass 2^32.
constexpr line late_many_to_many[] = {
    {suite::quick, 2, "first 4294967295; capacity 2; before: push pop push; push pop | push pop"},
};
constexpr line late_one_to_one[] = {
    {suite::quick, complete, "first 4294967294; capacity 2; push push push | pop pop pop"},
};
constexpr line late_owner[] = {
    {suite::quick, complete, "first 4294967294; capacity 2; push push push pop | steal steal"},
};

// The end of a ring, of a list's ring and of an array that grows, crossed twice by one thread, or by others meanwhile.
constexpr line borders_of_many[] = {
    {suite::quick, 2, "capacity 1; push pop pop push | push push", 1},
    {suite::quick, 1, "capacity 1; before: push push push; pop pop push | pop pop"},
    {suite::quick, 1, "capacity 1; before: push; push | push push pop pop pop"},
    {suite::quick, 2, "capacity 2; before: push push; push | pop push pop | pop", 1},
    {suite::quick, 1, "capacity 1; push push pop push | push pop pop"},
    {suite::quick, 2, "capacity 2; pop | push pop push pop | push", 1},
    {suite::quick, 2, "capacity 4; before: push*3; push push pop | pop push pop", 1},
    {suite::quick, 2, "capacity 2; push | push pop push"},
};
constexpr line borders_of_one[] = {
    {suite::quick, complete, "capacity 4; push*5 | pop*5"},
    {suite::quick, complete, "capacity 4; before: push*3 pop*2; push*4 | pop*4"},
};
constexpr line borders_of_owners[] = {
    {suite::quick, complete, "capacity 2; push pop push push push | steal"},
    {suite::quick, 3, "capacity 2; before: push push steal; push push push pop | steal steal"},
    {suite::quick, 2, "capacity 4; before: push*3; pop push push pop | steal | steal"},
};

// Several retirements come before a node is freed.
constexpr line late_freeing[] = {
    {suite::quick, 1, "retire 2; capacity 1; push pop push pop | push pop"},
};

// An allocation fails: whichever it is, no thread hangs, and no item is lost, doubled or forgotten.
constexpr line short_of_memory[] = {
    {suite::quick, 1, "memory short; capacity 1; push push pop | push pop"},
};
constexpr line short_of_memory_owned[] = {
    {suite::quick, complete, "memory short; items owned; capacity 1; before: push*20 pop*3 push*4 pop*2; pop"},
    {suite::quick, 1, "memory short; items owned; capacity 1; push push | push pop"},
};
constexpr line short_of_memory_deque[] = {
    {suite::quick, 2, "memory short; capacity 1; push push push pop | steal"},
};

constexpr line waiting[] = {
    {suite::quick, complete, "capacity 2; wait_pop | push close"},
    {suite::quick, complete, "capacity 2; wait_pop wait_pop | push close"},
    {suite::quick, complete, "capacity 2; before: push push; wait_pop | close"},
    {suite::quick, complete, "capacity 2; wait_pop | wait_pop | push push"},
    {suite::quick, complete, "capacity 2; wait_pop | pop | push push close"},
    {suite::quick, complete, "capacity 2; wait_pop | wait_pop | close"},
};

constexpr line made_by_all[] = {
    {suite::quick, complete, "made by all; capacity 1; push pop | push"},
    {suite::quick, 2, "made by all; capacity 2; push | push | pop"},
};

// The items own memory and are moved.
constexpr line owned_many_to_many[] = {
    {suite::quick, complete, "items owned; capacity 1; push push | pop pop"},
    {suite::quick, complete, "items owned; capacity 2; before: push pop push push; pop push | pop"},
    {suite::quick, 1, "items owned; capacity 4; push*4 | push*3 pop*5"},
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
    if (l.first_suite == suite::full && which == suite::quick) continue;
    const auto parsed = parse_scenario(l.text);
    if (!parsed) throw std::logic_error(parsed.why().message);
    if (!subject.valid_capacity(parsed->capacity)) continue;
    const bool one_thread = parsed->threads.size() == 1;
    for (const memory_model model : all_models) {
      // One thread alone behaves the same under every model, and so do the operations before the threads.
      if (one_thread && !parsed->before.empty() && model != memory_model::sc) continue;
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
  const bool allocates = subject.traits().allocates;
  const auto add = [&](const auto&... lines) { (add_lines(lines, subject, which, planned), ...); };
  if (subject.traits().producers == multiplicity::same_thread) {
    add(alone, long_ones);
    if (owned) add(owned_alone);
  } else if (subject.is_deque()) {
    add(one_owner, long_ones_of_deques, late_owner, borders_of_owners);
    if (allocates) add(short_of_memory_deque);
  } else if (subject.traits().producers == multiplicity::one) {
    add(one_to_one, long_ones, late_one_to_one, borders_of_one);
    if (owned) add(owned_one_to_one);
  } else {
    add(many_to_many, long_ones, late_many_to_many, borders_of_many);
    if (owned) add(owned_many_to_many);
    if (allocates) add(late_freeing, short_of_memory);
  }
  if (owned) add(long_ones_of_owned_items);
  if (owned && allocates) add(short_of_memory_owned);
  if (subject.has_free_list()) add(slots);
  if (subject.can_wait()) add(waiting);
  if (subject.made_by_all() != nullptr) add(made_by_all);
  return planned;
}

machine_options options_of(const queue_subject& subject, const planned_check& planned) {
  machine_options options;
  options.model = planned.model;
  options.fences = weak_memory::fence_rule::cxx11;  // the rule that allows more executions
  options.preemptions = planned.preemptions;
  options.naive = planned.naive;
  options.spurious_failures = planned.spurious_failures;
  const queue_traits& traits = subject.traits();
  // A structure that all threads make is no lock-free claim: threads wait for the one that makes it.
  options.claims_lock_free = planned.as_claimed || (traits.sound && traits.progress != progress_guarantee::blocking &&
                                                    !planned.scenario.is_made_by_all);
  options.failed_allocations = planned.scenario.memory_is_short ? 1 : 0;
  options.wait_free_steps = subject.wait_free_steps();
  return options;
}

specification specification_of(const queue_subject& subject, const planned_check& planned) {
  if (planned.scenario.uses(verb::allocate)) return specification::for_free_list(planned.scenario.capacity);
  specification promised = specification::for_traits(subject.traits(), planned.scenario.capacity);
  if (planned.as_claimed) {
    promised.strength = try_strength::strong;
    promised.may_report_empty_spuriously = false;
  }
  return promised;
}

namespace {

// How many items are inside at the end, if the threads pop none and no push is refused.
std::size_t most_left(const scenario& what) {
  std::size_t left = 0;
  for (const planned_operation& p : what.before) {
    if (p.action == verb::push) ++left;
    if ((p.action == verb::pop || p.action == verb::steal) && left > 0) --left;
  }
  for (const auto& thread : what.threads) {
    left += static_cast<std::size_t>(
        std::count_if(thread.begin(), thread.end(), [](const auto& p) { return p.action == verb::push; }));
  }
  return left;
}

}  // namespace

outcome check_scenario(const queue_subject& subject, const scenario& what) {
  const queue_traits& traits = subject.traits();
  const auto refused = [&](const std::string& why) {
    return failure{fmt::format("{} cannot run \"{}\": {}", traits.name, what.text(), why)};
  };
  const auto is_pools = [](const planned_operation& p) { return !is_of_queues(p.action); };
  for (const auto& thread : what.threads) {
    if (what.workers > 0 || std::any_of(thread.begin(), thread.end(), is_pools)) {
      return refused("that is for the protocols of schedulers; a queue's threads push and pop");
    }
  }
  if (!subject.valid_capacity(what.capacity)) return refused("it does not accept this capacity");
  if (what.items == scenario::item_form::owned && subject.over_owned_items() == nullptr) {
    return refused("its items can own nothing");
  }
  if (what.is_made_by_all && subject.made_by_all() == nullptr) return refused("it cannot be made in shared memory");
  if ((what.uses(verb::wait_pop) || what.uses(verb::close)) && !subject.can_wait()) {
    return refused("it has no wait_pop and no close");
  }
  const auto asks = [](const std::vector<planned_operation>& operations, verb asked) {
    return std::any_of(operations.begin(), operations.end(), [asked](const auto& p) { return p.action == asked; });
  };
  if (asks(what.before, verb::wait_pop)) return refused("before the threads nobody would wake a wait_pop");
  if (std::any_of(what.threads.begin(), what.threads.end(), [&](const auto& t) { return asks(t, verb::steady); })) {
    return refused("only before the threads can be said that it is steady");
  }
  if (most_left(what) > scenario::most_left) {
    return refused(fmt::format("more than {} items could be left inside", scenario::most_left));
  }
  if (what.uses(verb::steal) && !subject.is_deque()) return refused("only a deque has steal");
  const bool uses_slots = what.uses(verb::allocate) || what.uses(verb::free);
  if (uses_slots && !subject.has_free_list()) return refused("it has no task slots to allocate");
  if (uses_slots && (what.uses(verb::push) || what.uses(verb::pop))) {
    return refused("queue and free list are explored apart");
  }
  for (std::size_t t = 0; t < what.threads.size(); ++t) {
    for (const planned_operation& p : what.threads[t]) {
      const bool owners = p.action == verb::push || p.action == verb::pop;
      if (subject.is_deque() && owners && t > 0) return refused("only the first thread, the owner, pushes and pops");
      if (subject.is_deque() && !owners && t == 0) return refused("the first thread is the owner and does not steal");
    }
  }
  if (traits.producers == multiplicity::same_thread && what.threads.size() > 1) {
    return refused("it is for one thread");
  }
  const auto threads_that = [&](verb asked) {
    return std::count_if(what.threads.begin(), what.threads.end(), [&](const auto& t) { return asks(t, asked); });
  };
  if (!subject.is_deque() && traits.producers == multiplicity::one && threads_that(verb::push) > 1) {
    return refused("it is for one producer");
  }
  if (traits.consumers == multiplicity::one && threads_that(verb::pop) > 1) return refused("it is for one consumer");
  return done{};
}

}  // namespace schedlab::verify
