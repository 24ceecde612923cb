// The threads of one repetition: pinned, named by role, started together, warmed up, timed over one window, stopped.
// The calling thread only sleeps and watches the clock. Where two or more threads work, the bare flag round trip is
// measured before and after.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/cells/cell.hpp"
#include "harness/cells/queues/probe.hpp"

namespace schedlab {

struct team_member {
  std::string role;  // "producer 0": members whose roles differ only in the number do the same work
  bool counted;      // whether its items are the workload's items
};

// Starts a thread for every member, which calls body(thread, probe).
measurement run_team(const std::vector<team_member>& members, const repetition_request& request,
                     const std::function<void(unsigned, probe&)>& body);

}  // namespace schedlab
