// Where threads run: which CPUs this process may use, and pinning the calling thread to one of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace schedlab {

// In rising order; all of the machine's where the system has no affinity.
std::vector<int> allowed_cpus();

// Where the calling thread may run. False where the system has no affinity or refuses.
bool allow_this_thread(const std::vector<int>& cpus);
bool pin_this_thread(int cpu);

// The calling thread on one CPU for a while; afterwards it may run where it could before.
class pinned_for_a_while {
 public:
  explicit pinned_for_a_while(int cpu);
  pinned_for_a_while(const pinned_for_a_while&) = delete;
  pinned_for_a_while& operator=(const pinned_for_a_while&) = delete;
  ~pinned_for_a_while();

 private:
  const std::vector<int> before_;
};

// How often the calling thread lost its CPU to somebody else; 0 where the system does not tell.
std::uint64_t times_preempted();

// For debuggers and profilers; at most 15 characters are kept on Linux.
void name_this_thread(const std::string& name);

}  // namespace schedlab
