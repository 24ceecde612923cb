// The options of a call of `schedlab verify`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/command.hpp"

namespace schedlab::verify {

struct verify_call {
  std::string design;           // empty: all designs
  std::string model;            // empty: all models
  std::string suite = "quick";  // or full
  std::string preemptions;      // as given; empty: the bounds of the suite
  std::string scenario;         // empty: those of the suite
  std::string replay;
  std::string svg;
  std::string out;      // the file of verdicts; empty: results/verdicts.json
  std::string seconds;  // the limit of the whole call
  bool orders = false;
  bool update_baseline = false;
  bool every_step = false;
  bool goes_on = false;  // goes on with further scenarios when a design is refuted
  bool naive = false;
  bool json = false;
  bool quiet = false;
};

std::vector<option> options_of(verify_call& asked);

}  // namespace schedlab::verify
