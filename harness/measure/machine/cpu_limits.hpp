// What makes a CPU less than it seems: a quota of its control group, a core or memory that it shares with others.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace schedlab {

// CPUs' worth of time that the control group of this process may use, the least of it and those above it; nothing where
// there is no limit.
std::optional<double> cpu_quota();

// Pairs "0 and 4" of these CPUs that are two threads of one core.
std::vector<std::string> siblings_among(const std::vector<int>& cpus);

// Memory nodes that these CPUs belong to; 1 where the system does not tell.
unsigned memory_nodes_of(const std::vector<int>& cpus);

}  // namespace schedlab
