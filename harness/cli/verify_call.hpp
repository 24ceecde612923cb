// What a call of `schedlab verify` asks for.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/command.hpp"

namespace schedlab::verify {

struct verify_call {
  std::string design;           // empty: all
  std::string model;            // empty: all
  std::string suite = "quick";  // or full
  std::string preemptions;      // as given; empty: what the suite says
  std::string scenario;         // empty: those of the suite
  std::string replay;
  std::string svg;
  std::string out;      // of the verdicts; empty: results/verdicts.json
  std::string seconds;  // limit of the whole call
  bool orders = false;
  bool update_baseline = false;
  bool every_step = false;
  bool goes_on = false;  // with a design that is refuted
  bool naive = false;
  bool json = false;
  bool quiet = false;
};

std::vector<option> options_of(verify_call& asked);

}  // namespace schedlab::verify
