// One planned exploration: a scenario, under a model, to a bound.
#pragma once

#include <string>

#include "harness/verify/machine/machine.hpp"
#include "harness/verify/subjects/scenario.hpp"

namespace schedlab::verify {

// The quick scenarios take seconds and find most mistakes; only a design that survives the full ones is called clean.
enum class suite { quick, full };

struct planned_check {
  verify::scenario scenario;
  memory_model model;
  unsigned preemptions = no_limit;
  unsigned spurious_failures = 0;
  bool as_claimed = false;  // held to the claims of its specification (lock-free, strict), not only to its traits
  bool naive = false;       // every access is a scheduling point, and no state is remembered

  std::string bound() const;  // "complete", "4 preemptions"
};

}  // namespace schedlab::verify
