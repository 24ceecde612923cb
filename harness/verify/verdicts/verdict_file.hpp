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
  std::string is = {};                             // clean, refuted, unfinished, impossible, not checkable
  std::string suite = {};                          // quick, full
  std::string fingerprint = {};                    // of the source
  std::map<std::string, std::string> bounds = {};  // per model
  std::size_t left_out = 0;                        // scenarios, too much even without preemptions
  std::uint64_t executions = 0;
  unsigned longest_operation = 0;         // in steps
  std::vector<std::string> defects = {};  // found, of a design that is known to be wrong
  // Line of its specification's table: sufficient, or what breaks.
  std::map<std::string, std::string> specified_orders = {};
  std::string why = {};  // it is not clean
};

using verdicts = std::map<std::string, verdict>;  // by design

std::filesystem::path local_verdicts();
std::filesystem::path baseline_verdicts();

result<verdicts> read_verdicts(const std::filesystem::path& path);
outcome write_verdicts(const std::filesystem::path& path, const verdicts& all);

// A design as it stands now: its newest verdict if that is about this very source, else what else there is to say.
struct badge {
  std::string text;  // "clean", "quick", "refuted", "changed", "unchecked", "not checkable"
  verdict known;     // what it rests on
};

// Reads both files once.
class badges {
 public:
  badges();
  badges(verdicts local, verdicts baseline) : local_(std::move(local)), baseline_(std::move(baseline)) {}
  badge of(const std::string& design) const;

 private:
  verdicts local_;
  verdicts baseline_;
};

}  // namespace schedlab::verify
