#include "harness/verify/explore/defects.hpp"

#include <stdexcept>

#include "harness/verify/explore/subject_named.hpp"
#include "harness/verify/queues/battery.hpp"
#include "harness/verify/queues/queue_program.hpp"

namespace schedlab::verify {
namespace {

using enum violation_kind;
constexpr auto sc = memory_model::sc;
constexpr auto tso = memory_model::tso;
constexpr auto weak = memory_model::weak;
constexpr const char* wpol = "wpol_queue_as_written";
constexpr const char* chase_lev = "chase_lev_deque_as_written";
constexpr const char* vyukov = "vyukov_ring_as_written";

}  // namespace

const std::vector<known_defect>& known_defects() {
  static const std::vector<known_defect> all = {
      {"A", wpol, wpol, "a push succeeds behind a stale tail, and its item is never found", sc,
       "capacity 2; push | push pop", wrong_history, complaint::lost},
      {"A'", wpol, wpol, "an item is delivered twice", sc, "capacity 2; before: push; pop | push pop pop | push",
       wrong_history, complaint::doubled},
      {"A2", wpol, wpol, "tail - head wraps: full on an empty queue", sc, "capacity 2; push | push pop", wrong_history,
       complaint::spurious_full, "full | ok ok"},
      {"B", wpol, wpol, "priority 0 with slot 0 is the word that means empty", sc, "capacity 2; push 0 pop",
       wrong_history, complaint::lost},
      {"C1", wpol, wpol, "the free list suffers ABA: one slot has two owners", sc,
       "capacity 2; allocate | allocate allocate free", wrong_history, complaint::doubled},
      {"C2", wpol, wpol, "next-free and task id share a word: the free list runs out of the region", sc,
       "capacity 2; allocate | allocate free", bad_access},
      {"D2", wpol, wpol, "pop says empty from a stale head while an item is queued", sc,
       "capacity 2; before: push push; pop | pop", wrong_history, complaint::spurious_empty},
      {"E", wpol, wpol, "not lock-free: behind a producer stalled after its compare-exchange every push is refused", sc,
       "capacity 4; push | push", wrong_history, complaint::spurious_full, "", true},

      {"F1a", chase_lev, chase_lev, "a pop on an empty deque takes bottom to 2^64 - 1", sc, "capacity 4; pop",
       uninitialised},
      {"F1b", chase_lev, chase_lev, "push, pop, push hides an item from thieves", sc,
       "capacity 4; push pop push | steal", wrong_history, complaint::lost},
      {"F1c", chase_lev, chase_lev, "push, steal, pop gives one task twice", sc, "capacity 4; push pop | steal",
       wrong_history, complaint::doubled},
      {"F2", chase_lev, "chase_lev_notes_no_fence", "no fence in pop: owner and thief take the same task", tso,
       "capacity 4; before: push push; pop | steal steal", wrong_history, complaint::doubled},
      {"F3", chase_lev, "chase_lev_notes_bottom_first", "a thief that reads bottom before top takes a task twice", sc,
       "capacity 4; before: push push push; pop pop | steal | steal", wrong_history, complaint::doubled},
      {"F4", chase_lev, chase_lev, "no check for full: one task twice, one lost", sc, "capacity 2; push push push",
       wrong_history, complaint::doubled},
      {"F5", chase_lev, "chase_lev_notes_plain_slots", "a thief copies a task while the owner overwrites it", sc,
       "capacity 1; before: push; pop push | steal", data_race},
      {"F6", chase_lev, "chase_lev_notes_relaxed_bottom", "pop stores bottom relaxed: nothing orders the task", weak,
       "capacity 4; push push pop | steal", uninitialised},

      {"G1", vyukov, vyukov, "head and tail overlap: one push, and the ring says empty for ever", sc,
       "capacity 2; push pop", wrong_history, complaint::lost},
      {"G3", vyukov, "vyukov_ring", "claimed lock-free: a producer stalled after its claim hides a finished push", sc,
       "capacity 2; push | push pop", wrong_history, complaint::spurious_empty, "", true},
  };
  return all;
}

std::vector<const known_defect*> defects_of(const std::string& design) {
  std::vector<const known_defect*> some;
  for (const known_defect& one : known_defects()) {
    if (one.listed_under == design) some.push_back(&one);
  }
  return some;
}

defect_verdict look_for(const known_defect& defect, const exploration_limits& limits, bool every_step) {
  const queue_subject* const subject = queue_named(defect.shown_by);
  const auto parsed = parse_scenario(defect.text);
  if (subject == nullptr || !parsed) throw std::logic_error(std::string("defect ") + defect.id);
  planned_check planned{*parsed, defect.model, no_limit, 0, defect.as_claimed, false};
  machine on;
  queue_program program(*subject, planned.scenario, specification_of(*subject, planned));
  wanted_fault wanted{defect.kind, std::nullopt, defect.answers};
  if (defect.kind == violation_kind::wrong_history) wanted.why = defect.why;
  const exploration result = explore(on, program, options_of(*subject, planned), limits, wanted);
  if (result.ended_as != exploration::verdict::refuted) return {&defect, false, result, {}};
  planned.preemptions = result.preemptions;
  return {&defect, true, result, show(*subject, planned, result.choices, every_step)};
}

}  // namespace schedlab::verify
