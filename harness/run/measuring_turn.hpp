// Only one run measures at a time per user and machine, whichever checkout it belongs to: two at once would measure
// each other.
#pragma once

#include <optional>
#include <string>

#include "harness/base/held_lock.hpp"
#include "harness/base/process/signals.hpp"
#include "harness/base/progress.hpp"
#include "harness/base/result.hpp"

namespace schedlab {

// Waits until no other run measures, and says for which run it waits. If `at_once`, another run is a failure instead. A
// signal that asks to stop is a failure, too. `what` describes this run; runs that wait for it print that.
result<held_lock> measuring_turn(const std::string& what, bool at_once, progress& shown, signal_watch& watch);

// The run that measures at this moment, as it described itself.
std::optional<std::string> measuring_now();

}  // namespace schedlab
