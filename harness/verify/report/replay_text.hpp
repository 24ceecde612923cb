// One execution as a line of text, from which it can be run again:
//   DESIGN:MODEL:PREEMPTIONS:SPURIOUS:traits:0.1.0.2:SCENARIO
// `claims` instead of `traits` holds the design to what its specification claims. PREEMPTIONS is a number or `all`.
#pragma once

#include "harness/verify/explore/verification.hpp"

namespace schedlab::verify {

struct replay_call {
  const subject* explored;
  planned_check planned;
  std::vector<unsigned> choices;
};

std::string replay_text(const counterexample& shown);
result<replay_call> parse_replay(const std::string& text);
counterexample replayed(const replay_call& wanted, bool every_step);

}  // namespace schedlab::verify
