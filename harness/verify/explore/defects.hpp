// What is known to be wrong in the protocols as their specifications write them: a line per defect, with the scenario and
// the model that show it. The checker must find each, as that fault and no other.
#pragma once

#include <string>
#include <vector>

#include "harness/verify/explore/verification.hpp"

namespace schedlab::verify {

struct known_defect {
  const char* id;
  const char* of;        // the design under which it is listed
  const char* shown_by;  // the design that is explored: itself, or a form with only this fault left
  const char* what;
  memory_model model;  // the weakest machine that shows it
  const char* text;    // the scenario
  violation_kind kind;
  complaint why = complaint::other;
  const char* answers = "";  // of the threads, where other answers are another defect
  bool as_claimed = false;   // held to what the specification claims (lock-free, strict), not to what the traits admit
};

const std::vector<known_defect>& known_defects();
// Of the design under which they are listed.
std::vector<const known_defect*> defects_of(const std::string& design);

struct defect_verdict {
  const known_defect* defect;
  bool found = false;
  exploration result;
  counterexample shown;  // if found
};

defect_verdict look_for(const known_defect& defect, const exploration_limits& limits, bool every_step);

}  // namespace schedlab::verify
