#include "harness/verify/pools/pool_battery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>

#include "harness/verify/subjects/task_board.hpp"

namespace schedlab::verify {
namespace {

// A scenario with the preemptions to which it is explored per model: a pool's threads take fifty to a hundred steps each,
// so few scenarios can be explored completely. The quick ones take a second or two.
struct line {
  suite first_suite;
  unsigned sc;
  unsigned tso;
  unsigned weak;
  const char* text;
};

constexpr unsigned complete = no_limit;
constexpr unsigned never = no_limit - 1;  // not planned under that model: too much even without preemptions
using enum suite;

constexpr line of_event_count[] = {
    {quick, complete, complete, 3, "workers 1; submit stop"},
    {quick, complete, 4, 2, "workers 1; submit submit stop"},
    {quick, 4, 3, 2, "workers 1; submit | stop"},
    {quick, 2, 1, 0, "workers 2; submit stop"},
    {quick, 2, 1, 0, "workers 2; forks stop"},
    {quick, 1, 0, 0, "workers 2; submit forks stop"},
    {quick, 2, 1, never, "workers 2; waits submit stop"},
    {quick, 2, 1, never, "workers 2; waits | submit stop"},
    {quick, 1, 0, never, "workers 3; meet stop"},
    {quick, 1, 1, never, "seats 66; workers 1; submit stop"},
    {full, complete, complete, 6, "workers 1; submit stop"},
    {full, complete, complete, 3, "workers 1; submit | stop"},
    {full, 4, 2, 1, "workers 2; submit stop"},
    {full, 4, 2, 1, "workers 2; forks stop"},
    {full, 3, 2, 1, "workers 2; submit submit stop"},
    {full, 3, 2, 1, "workers 2; forks submit stop"},
    {full, 2, 1, 0, "workers 2; submit | forks stop"},
    {full, 2, 1, 0, "workers 3; submit submit stop"},
    {full, 2, 1, 0, "workers 3; submit forks stop"},
};

constexpr line of_ledger[] = {
    {quick, complete, complete, 2, "workers 1; submit stop"},
    {quick, complete, complete, 2, "workers 1; submit | stop"},
    {quick, 3, 3, 2, "workers 1; submits drain stop"},
    {quick, 2, 2, 1, "workers 1; submit stop | stop"},
    {quick, 2, 1, 0, "workers 2; submits stop"},
    {quick, 2, 2, 1, "workers 1; submit | submit drain stop"},
    {quick, 2, 2, 2, "workers 1; submit stop | submit"},
    {full, complete, complete, 4, "workers 1; submit stop"},
    {full, complete, complete, 4, "workers 1; submit | stop"},
    {full, 4, 3, 2, "workers 1; submit stop | stop"},
    {full, 4, 3, 2, "workers 1; submit submit | stop"},
    {full, 4, 3, 2, "workers 2; submits stop"},
    {full, 3, 2, 1, "workers 2; submit submit | stop"},
    {full, 3, 2, 1, "workers 2; submits drain stop | stop"},
};

constexpr line of_pool[] = {
    {quick, complete, 2, 1, "workers 1; submit stop"},
    {quick, 2, 1, 1, "workers 1; forks stop"},
    {quick, 2, 1, 1, "workers 1; submit | stop"},
    {quick, 1, 0, 0, "workers 2; submits drain stop"},
    {quick, 1, 0, 1, "workers 2; submit | stop"},
    {quick, 1, 1, 0, "workers 2; forks stop"},
    {quick, 1, 0, 0, "workers 2; spawns stop"},
    {quick, 1, 0, 0, "workers 2; nests stop"},
    {quick, 1, 1, 0, "workers 2; forks_stolen stop"},
    {quick, 1, 0, 0, "workers 2; spawns_stolen stop"},
    {quick, 1, 0, 0, "workers 2; waits submit stop"},
    {quick, 1, 0, 0, "workers 1; forks | submit stop"},
    {quick, 1, 0, 0, "workers 2; awaits stop | submit"},
    {quick, 1, 0, 0, "workers 1; throws submit stop"},
    {quick, 1, 0, 0, "workers 2; forks_throwing stop"},
    {quick, 1, 0, 0, "workers 2; spawns_throwing stop"},
    {quick, 1, 0, 0, "memory short; workers 1; spawns submits stop"},
    {full, 1, 1, 0, "memory short; workers 2; spawns stop | submits"},
    {full, 4, 3, 2, "workers 1; submits stop"},
    {full, 3, 2, 2, "workers 1; submit | submit stop"},
    {full, 3, 2, 2, "workers 1; submit stop | stop"},
    {full, 3, 1, 1, "workers 2; submit stop"},
    {full, 2, 1, 1, "workers 2; submit submit stop"},
    {full, 2, 1, 1, "workers 2; submit | stop"},
    {full, 2, 1, 1, "workers 2; submits drain stop"},
    {full, 3, 2, 1, "workers 2; forks stop"},
    {full, 2, 1, 1, "workers 2; nests stop"},
    {full, 2, 1, 1, "workers 2; forks_stolen stop"},
    {full, 2, 1, 1, "workers 2; spawns_stolen stop"},
    {full, 2, 1, 1, "workers 2; waits submit stop"},
    {full, 1, 0, 0, "workers 3; forks_stolen stop"},
    {full, 2, 1, 1, "workers 2; spawns stop"},
    {full, 1, 0, 0, "workers 2; forks | submit stop"},
    {full, 1, 0, 0, "workers 3; forks stop"},
    {full, 1, 0, 0, "workers 3; submit submit stop"},
};

// Additional scenarios: there is no room for a second task, so it is run at once or goes to the queue for outsiders.
constexpr line of_bounded_pool[] = {
    {quick, 1, 0, 0, "workers 1; capacity 1; spawns stop"},
    {quick, 1, 0, never, "workers 2; capacity 1; spawns stop"},
    {quick, 1, 0, 0, "workers 2; capacity 1; spawns_stolen stop"},
    {quick, 1, 0, 0, "workers 1; capacity 1; grows stop | submit"},
    {full, 2, 1, 1, "workers 2; capacity 1; spawns stop"},
    {full, 2, 1, 1, "workers 2; capacity 1; nests stop"},
    {full, 1, 1, 0, "workers 2; capacity 1; spawns | submit stop"},
};

// The workers never sleep, and their queue does not change when a look finds nothing: otherwise two workers could wait
// for each other's looks for ever.
constexpr line of_lock_free_queue[] = {
    {quick, 1, 1, 0, "workers 2; idle pause; forks stop"},
    {full, 2, 1, 1, "workers 2; idle pause; submit | spawns stop"},
};

// A queue in which a push that is not over hides the pushes behind it.
constexpr line of_hiding_queue[] = {
    {quick, 1, 0, never, "workers 2; capacity 4; waits submit stop | submit"},
    {full, 1, 0, 0, "workers 2; capacity 4; waits submit stop | submit"},
};

// A queue that says `contended` while a neighbour is not done: that is no answer to a last look, and no lack of room.
constexpr line of_contending_queue[] = {
    {quick, complete, 2, 1, "workers 1; submit stop"},
    {quick, 1, 0, 0, "workers 1; capacity 1; spawns stop"},
    {quick, 1, 0, never, "workers 2; submit | stop"},
    {quick, 1, 0, never, "workers 2; forks stop"},
    {quick, 2, 0, never, "workers 2; capacity 1; spawns stop"},
    {quick, 1, 0, never, "workers 2; capacity 4; waits submit stop | submit"},
    {full, 3, 2, 2, "workers 1; submit | submit stop"},
    {full, 2, 1, 1, "workers 2; submit | stop"},
    {full, 2, 1, 1, "workers 2; forks stop"},
    {full, 2, 1, 0, "workers 2; capacity 1; spawns | submit stop"},
    {full, 2, 1, 1, "workers 2; capacity 4; waits submit stop | submit"},
};

// The injection queue that pools really have: a list of rings, which moves on where one is full.
constexpr line of_segmented_deques[] = {
    {quick, 2, 1, 0, "workers 1; submit stop"},
    {quick, 1, 0, 0, "workers 1; capacity 1; submit submit stop"},
    {quick, 1, 0, 0, "workers 2; submit | stop"},
    {quick, 1, 0, 0, "workers 2; forks_stolen stop"},
    {quick, 1, 0, never, "workers 2; waits submit stop"},
    {full, 3, 2, 1, "workers 1; submit | submit stop"},
    {full, 2, 1, 1, "workers 1; capacity 1; submit submit stop"},
    {full, 2, 1, 0, "workers 2; capacity 1; submit submit stop"},
    {full, 2, 1, 1, "workers 2; submit | stop"},
    {full, 2, 1, 1, "workers 2; waits submit stop"},
};

// A thief takes several jobs.
constexpr line of_thieves[] = {
    {quick, 0, 0, never, "workers 3; steal half; meet stop"},
    {full, 1, 0, 0, "workers 3; steal half; meet stop"},
};

// The operations of these deques take a step or two, which leaves room for several thieves and for switches between
// them.
constexpr line of_locked_deques[] = {
    {quick, 0, 0, never, "workers 3; steal half; meet stop"},
    {quick, 0, 0, never, "workers 3; steal half; gathers stop"},
    {full, 1, 0, never, "workers 3; steal half; gathers stop"},
    {quick, 1, 0, never, "workers 2; steal half; grows stop"},
    {quick, 1, 0, 0, "workers 2; awaits stop | submit"},
    {quick, 2, 1, 0, "workers 2; forks_stolen stop"},
    {quick, 1, 0, never, "workers 3; forks stop"},
    {full, 2, 1, 0, "workers 3; steal half; meet stop"},
    {full, 2, 1, 0, "workers 3; forks stop"},
    {full, 2, 1, 1, "workers 2; awaits stop | submit"},
};

// The tasks have priorities.
constexpr line of_priorities[] = {
    {quick, 2, 1, 1, "workers 1; ranks stop"},
    {quick, 1, 0, 0, "workers 2; ranks stop"},
};

// The workers sleep in the queue.
constexpr line of_blocking_queue[] = {
    {quick, 1, 1, 0, "workers 1; idle block; submit stop"},
    {full, 2, 1, 1, "workers 2; idle block; submit submit stop"},
    {full, 1, 1, 1, "workers 2; idle block; forks stop"},
};

unsigned bound(const line& l, memory_model model) {
  return model == memory_model::sc ? l.sc : model == memory_model::tso ? l.tso : l.weak;
}

void add(std::span<const line> lines, suite which, std::vector<planned_check>& planned) {
  for (const line& l : lines) {
    // A quick scenario is left out of the full suite if the full suite explores it further.
    const auto again = [&l](const line& other) {
      return other.first_suite == full && std::string_view(other.text) == l.text;
    };
    if (which == quick ? l.first_suite == full
                       : l.first_suite == quick && std::any_of(lines.begin(), lines.end(), again))
      continue;
    const auto parsed = parse_scenario(l.text);
    if (!parsed) throw std::logic_error(parsed.why().message);
    for (const memory_model model : all_models) {
      if (bound(l, model) != never) planned.push_back({*parsed, model, bound(l, model), 0, false, false});
    }
  }
}

// A ring's slots and positions offer many more old values to read than a locked queue does.
bool takes_too_long_over_a_ring(const planned_check& planned) {
  return planned.model == memory_model::weak && planned.scenario.workers > 1;
}

bool is_waited_out(const std::vector<planned_operation>& thread) {
  for (std::size_t k = 0; k < thread.size(); ++k) {
    if (thread[k].action != verb::waits) continue;
    if (k + 1 == thread.size() || thread[k + 1].action != verb::submit) return false;
  }
  return true;
}

bool knows(protocol_kind kind, verb asked) {
  switch (asked) {
    case verb::submit:
    case verb::stop:
      return true;
    case verb::forks:
      return kind != protocol_kind::ledger;
    case verb::ranks:
      return kind == protocol_kind::by_priority;
    case verb::submits:
    case verb::drain:
      return kind != protocol_kind::event_count;
    case verb::waits:
    case verb::meet:
      return kind != protocol_kind::ledger;
    case verb::gathers:
    case verb::awaits:
    case verb::throws:
    case verb::grows:
    case verb::forks_throwing:
    case verb::spawns_throwing:
    case verb::nests:
    case verb::spawns:
    case verb::forks_stolen:
    case verb::spawns_stolen:
      return kind != protocol_kind::event_count && kind != protocol_kind::ledger;
    default:
      return false;
  }
}

}  // namespace

std::vector<planned_check> battery(protocol_kind kind, suite which) {
  std::vector<planned_check> planned;
  switch (kind) {
    case protocol_kind::event_count:
      add(of_event_count, which, planned);
      break;
    case protocol_kind::ledger:
      add(of_ledger, which, planned);
      break;
    case protocol_kind::locked_queue:
      add(of_pool, which, planned);
      add(of_blocking_queue, which, planned);
      break;
    case protocol_kind::bounded_queue:
      add(of_pool, which, planned);
      if (which == quick) std::erase_if(planned, takes_too_long_over_a_ring);
      add(of_bounded_pool, which, planned);
      add(of_lock_free_queue, which, planned);
      add(of_hiding_queue, which, planned);
      break;
    case protocol_kind::contending_queue:
      add(of_contending_queue, which, planned);
      break;
    case protocol_kind::by_priority:
      add(of_priorities, which, planned);
      break;
    case protocol_kind::locked_deques:
      add(of_locked_deques, which, planned);
      break;
    case protocol_kind::segmented_deques:
      add(of_segmented_deques, which, planned);
      break;
    case protocol_kind::deques:
      add(of_pool, which, planned);
      add(of_thieves, which, planned);
      break;
    case protocol_kind::bounded_deques:
      add(of_bounded_pool, which, planned);
      break;
  }
  return planned;
}

outcome check_scenario(protocol_kind kind, const char* name, const scenario& what) {
  const auto refused = [&](const std::string& why) {
    return failure{fmt::format("{} cannot run \"{}\": {}", name, what.text(), why)};
  };
  if (what.workers == 0) return refused("it has no workers; write for example \"workers 2; submit stop\"");
  if (what.items != scenario::item_form::plain || what.is_made_by_all)
    return refused("only a queue's items can own memory or be wide, and only a queue is made by all");
  if (!what.before.empty()) return refused("nothing can be done before its workers are there");
  std::size_t operations = 0;
  bool stops = false;
  unsigned least_workers = 1;
  for (const auto& thread : what.threads) {
    operations += thread.size();
    // For the event count alone, any other piece of work will do.
    if (kind != protocol_kind::event_count && !is_waited_out(thread)) {
      return refused("a task that 'waits' needs the next one of its thread to be a 'submit'");
    }
    for (const planned_operation& p : thread) {
      if (!knows(kind, p.action)) return refused(fmt::format("it knows no '{}'", word(p.action)));
      stops = stops || p.action == verb::stop;
      const bool needs_two = p.action == verb::forks_stolen || p.action == verb::spawns_stolen ||
                             p.action == verb::waits || p.action == verb::awaits;
      least_workers = std::max(least_workers, p.action == verb::meet || p.action == verb::gathers ? 3u
                                              : needs_two                                         ? 2u
                                                                                                  : 1u);
    }
  }
  if (what.uses(verb::awaits) && (what.threads.size() < 2 || what.threads[1].front().action != verb::submit)) {
    return refused("a task that 'awaits' needs a next thread that begins with a 'submit'");
  }
  if (what.seats > 0 && (kind != protocol_kind::event_count || what.seats < what.workers)) {
    return refused("only an event count has seats, one for each worker or more");
  }
  if (kind == protocol_kind::event_count && what.uses(verb::waits) && !what.uses(verb::submit)) {
    return refused("work that 'waits' needs a 'submit' beside it");
  }
  if (!stops) return refused("nobody stops it, so its workers would never end");
  if (what.workers < least_workers) {
    return refused(fmt::format("its tasks wait for each other, so it takes {} workers or more", least_workers));
  }
  if (operations > task_board::most_tasks) {
    return refused(fmt::format("more than {} operations", task_board::most_tasks));
  }
  if (what.idle == idle_step::block && kind != protocol_kind::locked_queue) {
    return refused("only workers over the locked queue can sleep in it");
  }
  return done{};
}

}  // namespace schedlab::verify
