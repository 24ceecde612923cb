// What the checker found, kept beside the results: results/verdicts.json of this machine's last check (beside the executable,
// where the checkout cannot be written), and results/baselines/verdicts.json, which belongs to the repo. A verdict counts
// only for the source it was made from.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/result.hpp"

namespace schedlab::verify {

struct verdict {
  std::string word = {};                           // clean, refuted, unfinished, impossible, not checkable
  std::string suite = {};                          // quick, full
  std::string fingerprint = {};                    // of the source
  std::map<std::string, std::string> bounds = {};  // per model
  std::size_t left_out = 0;                        // number of scenarios that were too large even without preemptions
  std::uint64_t executions = 0;
  unsigned longest_operation = 0;         // in steps
  std::vector<std::string> defects = {};  // those found in a design that is known to be wrong
  // For each line of its specification's table: sufficient, or what breaks.
  std::map<std::string, std::string> specified_orders = {};
  std::string why = {};  // it is not clean

  // As the files have them.
  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("verdict", self.word);
    visit("suite", self.suite);
    visit("fingerprint", self.fingerprint);
    visit("bounds", self.bounds);
    visit("left_out", self.left_out);
    visit("executions", self.executions);
    visit("longest_operation_steps", self.longest_operation);
    visit("defects", self.defects);
    visit("specified_orders", self.specified_orders);
    visit("why", self.why);
  }
};

using verdicts = std::map<std::string, verdict>;  // by design

std::filesystem::path local_verdicts();
std::filesystem::path baseline_verdicts();  // empty where the program has no home

result<verdicts> read_verdicts(const std::filesystem::path& path);
outcome write_verdicts(const std::filesystem::path& path, const verdicts& all);

// What is known of a design as it stands now: its newest verdict if that is about this very source, else why there is
// none.
struct badge {
  std::string text;  // "clean", "quick", "refuted", "changed", "unchecked", "not checkable"
  verdict known;     // the verdict behind it
};

// Reads both files once, and then knows the badge of every design.
class badges {
 public:
  badges();
  badges(verdicts local, verdicts baseline) : local_(std::move(local)), baseline_(std::move(baseline)) {}
  badge badge_of(const std::string& design) const;

 private:
  verdicts local_;
  verdicts baseline_;
};

}  // namespace schedlab::verify
