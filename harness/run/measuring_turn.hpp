// One measuring run per user and machine, from whichever checkout: two at once would measure each other.
#pragma once

#include <optional>
#include <string>

#include "harness/base/held_lock.hpp"
#include "harness/base/process/signals.hpp"
#include "harness/base/progress.hpp"
#include "harness/base/result.hpp"

namespace schedlab {

// Waits until no other run measures, and says for whom, unless `at_once`: then another run is a failure, as is a signal
// that asks to stop. `what` is measured; others who wait are told.
result<held_lock> measuring_turn(const std::string& what, bool at_once, progress& shown, signal_watch& watch);

// The run that measures at this moment, as it said of itself.
std::optional<std::string> measuring_now();

}  // namespace schedlab
