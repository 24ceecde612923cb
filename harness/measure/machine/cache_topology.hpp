// The distance between CPUs, judged by the caches that they share.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

// Whether a list of the kernel names this CPU; "0-3,8" names 0, 1, 2, 3 and 8.
bool names_cpu(const std::string& list, int cpu);

// distances[a][b] is the distance from the a-th to the b-th of these CPUs: 0 from a CPU to itself, else the level of
// the nearest cache that both use, 8 for the same package, 9 for another package or where the system does not tell.
std::vector<std::vector<unsigned>> cpu_distances(const std::vector<int>& cpus);

// The same for workers, of which the w-th runs on the (w mod n)-th of n CPUs.
std::vector<std::vector<unsigned>> worker_distances(unsigned workers, const std::vector<int>& cpus);

}  // namespace schedlab
