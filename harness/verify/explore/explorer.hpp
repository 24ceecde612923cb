// Runs a program through every execution that its machine allows, up to a bound on preemptions (M. Musuvathi,
// S. Qadeer, "Iterative context bounding for systematic testing of multithreaded programs", PLDI 2007) or completely.
// Where two executions meet in one state, what follows is explored once. If a fault is found, the search is repeated with
// fewer preemptions, so that what a person reads is as short as it can be. If the limits come first, it is repeated with
// so few preemptions that it can finish, to say how far it is clean.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/verify/machine/machine.hpp"

namespace schedlab::verify {

// The limits of one exploration, with all its repetitions.
struct exploration_limits {
  using clock = std::chrono::steady_clock;

  std::uint64_t executions = ~std::uint64_t{0};  // per repetition
  double seconds = 1e9;
  clock::time_point until = clock::time_point::max();  // the earlier of this and `seconds` ends it

  // When an exploration that begins now must end.
  clock::time_point end() const {
    const auto now = clock::now();
    const double left = std::chrono::duration<double>(until - now).count();
    return seconds < left ? now + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds))
                          : until;
  }
};

// The fault that ends the search; other faults do not end it. By default any fault does.
struct wanted_fault {
  std::optional<violation_kind> kind;
  std::optional<complaint> why;
  std::string answers;  // the threads' answers, as answers_of() writes them

  bool fits(const machine& on) const;
};

// The answers that the threads got: "full | ok ok".
std::string answers_of(const machine& on);

struct exploration {
  enum class verdict : std::uint8_t {
    clean,  // every execution within the bound
    refuted,
    unfinished,  // the limits came first: nothing is known
    too_large,   // more executions than the limit even without preemptions: left out
    impossible,  // the exploration cannot be done like this: `found` says why
    skipped,     // another scenario had refuted the design
  };

  verdict ended_as = verdict::clean;
  std::uint64_t executions = 0;         // includes those that met a known state
  std::uint64_t states = 0;             // how many are remembered
  unsigned preemptions = no_limit;      // the bound; of a counter-example, how many it has
  std::optional<unsigned> complete_to;  // if unfinished: up to so many preemptions it is clean
  unsigned longest_operation = 0;
  double seconds = 0;
  violation found;
  std::vector<unsigned> choices;  // of the counter-example
};

constexpr const char* word(exploration::verdict verdict) {
  switch (verdict) {
    case exploration::verdict::clean:
      return "no fault";
    case exploration::verdict::refuted:
      return "refuted";
    case exploration::verdict::unfinished:
      return "unfinished";
    case exploration::verdict::too_large:
      return "too large, left out";
    case exploration::verdict::impossible:
      return "impossible";
    case exploration::verdict::skipped:
      return "skipped";
  }
  return "";
}

exploration explore(machine& on, program& explored, machine_options options, const exploration_limits& limits = {},
                    const wanted_fault& wanted = {});

// Searches once and stops at the first counter-example.
exploration explore_once(machine& on, program& explored, const machine_options& options,
                         const exploration_limits& limits = {}, const wanted_fault& wanted = {});

// Repeats one execution and records it; `on.recorded()` has its steps, `on.found()` its fault. False: the choices do
// not fit the program, so they belong to another one.
bool replay(machine& on, program& explored, const machine_options& options, const std::vector<unsigned>& choices);

}  // namespace schedlab::verify
