// One operation of a history: what a thread asked of a structure and what it was told.
#pragma once

#include <cstdint>

namespace schedlab::verify {

enum class verb : std::uint8_t {
  // Of queues.
  push,
  pop,
  wait_pop,
  steal,
  close,
  allocate,
  free,
  steady,
  // Of the protocols of schedulers: pool_program.hpp. They stand in no history.
  submit,
  submits,
  throws,
  ranks,
  grows,
  waits,
  awaits,
  meet,
  gathers,
  forks,
  nests,
  spawns,
  forks_stolen,
  spawns_stolen,
  forks_throwing,
  spawns_throwing,
  drain,
  stop,
};

constexpr bool is_of_queues(verb asked) { return asked <= verb::steady; }

enum class answer : std::uint8_t {
  ok,
  full,
  empty,      // of wait_pop: closed and drained
  contended,  // also a steal that lost its race
  no_memory,  // an allocation failed, and nothing was done
  done,       // of what has no answer
};

// In a structure ordered by priority an item's last decimal digit is its priority, so that histories need not carry one:
// items 10 and 20, the first of the first two threads of a scenario, are equals.
constexpr std::int32_t priority_of(std::uint64_t item) { return static_cast<std::int32_t>(item % 10); }

struct operation {
  verb asked = verb::push;
  answer said = answer::ok;
  std::uint8_t thread = 0;
  std::uint64_t item = 0;  // pushed, freed; or received, if the answer is ok
};

}  // namespace schedlab::verify
