// How far CPUs are from each other, by the caches they share.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

// Whether the kernel's list, such as "0-3,8", which names 0, 1, 2, 3 and 8, names this CPU.
bool names_cpu(const std::string& list, int cpu);

// distances[a][b] between the a-th and the b-th of these CPUs: 0 itself, then the level of the nearest cache that both
// use, 8 for the same package, 9 otherwise or where the system does not tell.
std::vector<std::vector<unsigned>> cpu_distances(const std::vector<int>& cpus);

// The same for workers, of which the w-th runs on the (w mod n)-th of n CPUs.
std::vector<std::vector<unsigned>> worker_distances(unsigned workers, const std::vector<int>& cpus);

}  // namespace schedlab
