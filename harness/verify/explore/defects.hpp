// The known defects of the protocols as their specifications write them: a line per defect, with the scenario and the
// model that show it. The checker must find each, as that fault and no other.
#pragma once

#include <string>
#include <vector>

#include "harness/verify/explore/verification.hpp"

namespace schedlab::verify {

struct known_defect {
  const char* id;
  const char* listed_under;  // the design under which it is listed
  const char* shown_by;      // the design that is explored: the same, or a form in which only this fault is left
  const char* description;
  memory_model model;  // the weakest machine that shows it
  const char* text;    // the scenario
  violation_kind kind;
  complaint why = complaint::other;
  const char* answers = "";  // the threads' answers, where other answers are another defect
  bool as_claimed = false;   // held to the claims of the specification (lock-free, strict), not only to the traits
};

const std::vector<known_defect>& known_defects();
// The defects that are listed under this design.
std::vector<const known_defect*> defects_of(const std::string& design);

struct defect_verdict {
  const known_defect* defect;
  bool found = false;
  exploration result;
  counterexample shown;  // if found
};

defect_verdict look_for(const known_defect& defect, const exploration_limits& limits, bool every_step);

}  // namespace schedlab::verify
