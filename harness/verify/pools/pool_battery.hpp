// The scenarios that the protocols of the schedulers must survive.
#pragma once

#include <vector>

#include "harness/verify/subjects/planned_check.hpp"

namespace schedlab::verify {

// The part that is explored or, for a pool, the kind of its lanes.
enum class protocol_kind {
  event_count,
  ledger,
  locked_queue,
  bounded_queue,
  contending_queue,
  by_priority,
  deques,
  locked_deques,  // of few steps, so that more workers can be explored
  bounded_deques,
  segmented_deques
};

std::vector<planned_check> battery(protocol_kind kind, suite which);

outcome check_scenario(protocol_kind kind, const char* name, const scenario& what);

}  // namespace schedlab::verify
