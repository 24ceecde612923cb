// Reasons why a CPU is less than it seems: a quota of its control group, a core or memory that it shares with others.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace schedlab {

// How many CPUs' worth of time the control group of this process may use, or a group above it, whichever is less;
// nullopt if there is no limit.
std::optional<double> cpu_quota();

// Pairs of these CPUs, such as "0 and 4", that are two threads of one core.
std::vector<std::string> siblings_among(const std::vector<int>& cpus);

// The number of memory nodes that these CPUs belong to; 1 where the system does not tell.
unsigned memory_nodes_of(const std::vector<int>& cpus);

}  // namespace schedlab
