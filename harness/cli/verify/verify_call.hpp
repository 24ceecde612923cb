// A call of `schedlab verify` as it was typed, and what does it.
#pragma once

#include <string>

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

// Explores what is asked for, and keeps and prints what was found; the exit code.
int verify(const verify_call& asked);

}  // namespace schedlab::verify
