// How evenly the threads of a team that do the same work were served.
#pragma once

#include <deque>
#include <vector>

#include "harness/cells/queues/thread_team.hpp"

namespace schedlab {

// Where at least two threads have the same role, adds
//   least_served, most_served  the items per second of the thread that got least (most), as a share of its role's mean
//   longest_wait_ns            the longest time in which any one thread of the team got nothing
void add_fairness(const std::deque<probe>& probes, const std::vector<team_member>& members, measurement& result);

}  // namespace schedlab
