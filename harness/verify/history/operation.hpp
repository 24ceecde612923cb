// One operation of a history: what a thread wanted of a structure, and the answer.
#pragma once

#include <cstdint>

namespace schedlab::verify {

enum class verb : std::uint8_t {
  // Operations of queues.
  push,
  pop,
  wait_pop,
  steal,
  close,
  allocate,
  free,
  steady,
  // Operations of the protocols of schedulers (pool_program.hpp). They appear in no history.
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
  empty,      // from wait_pop: closed and drained
  contended,  // also of a steal that lost its race
  no_memory,  // an allocation failed, and nothing was done
  done,       // the operation has no answer
};

// In a structure ordered by priority an item's last decimal digit is its priority, so that histories need not carry
// one. Items 10 and 20, the first of the first two threads of a scenario, are equals.
constexpr std::int32_t priority_of(std::uint64_t item) { return static_cast<std::int32_t>(item % 10); }

struct operation {
  verb action = verb::push;
  answer reply = answer::ok;
  std::uint8_t thread = 0;
  std::uint64_t item = 0;  // that is pushed or freed; or, if a pop's answer is ok, received
};

}  // namespace schedlab::verify
