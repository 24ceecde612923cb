// What a call of `schedlab verify` means: which designs are explored, under which models, how far.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/cli/verify/verify_call.hpp"
#include "harness/verify/explore/explorer.hpp"
#include "harness/verify/explore/extent.hpp"
#include "harness/verify/subjects/planned_check.hpp"
#include "harness/verify/subjects/subject.hpp"

namespace schedlab::verify {

struct settings {
  std::vector<const subject*> subjects;
  std::vector<memory_model> models;
  suite chosen_suite = suite::quick;
  extent explored = extent::quick_suite;
  bool naive = false;
  std::optional<unsigned> preemptions;
  std::optional<scenario> only;
  exploration_limits limits;
};

result<settings> understood(const verify_call& asked);

std::vector<planned_check> planned_for(const subject& one, const settings& wanted);

// A design of somebody else's folder, for which this program was built.
bool is_from_elsewhere(const std::string& design);

// What is meant where nothing is named: all, or in a program that was built for the designs of others, those.
bool is_meant_by_default(const std::string& design);

// Explorations run on so many threads.
unsigned workers();

}  // namespace schedlab::verify
