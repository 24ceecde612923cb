// One exploration that is to be made: a scenario under a model, to a bound.
#pragma once

#include <string>

#include "harness/verify/machine/machine.hpp"
#include "harness/verify/subjects/scenario.hpp"

namespace schedlab::verify {

// The quick ones take seconds and find what most mistakes do; the full ones are what "clean" stands for.
enum class suite { quick, full };

struct planned_check {
  scenario what;
  memory_model model;
  unsigned preemptions = no_limit;
  unsigned spurious_failures = 0;
  bool as_claimed = false;  // held to what its specification claims (lock-free, strict), not to what its traits admit
  bool naive = false;       // every access a scheduling point, no state remembered

  std::string bound() const;  // "complete", "4 preemptions"
};

}  // namespace schedlab::verify
