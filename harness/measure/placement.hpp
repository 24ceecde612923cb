// Where threads run: which CPUs this process may use, and pinning the calling thread to one of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace schedlab {

// The CPUs that this process may use, in rising order; all of the machine's CPUs where the system has no affinity.
std::vector<int> allowed_cpus();

// Lets the calling thread run on these CPUs only. False where the system has no affinity or refuses.
bool allow_this_thread(const std::vector<int>& cpus);
bool pin_this_thread(int cpu);

// Pins the calling thread to one CPU as long as this object lives; then the thread may run where it could before.
class pinned_for_a_while {
 public:
  explicit pinned_for_a_while(int cpu);
  pinned_for_a_while(const pinned_for_a_while&) = delete;
  pinned_for_a_while& operator=(const pinned_for_a_while&) = delete;
  ~pinned_for_a_while();

 private:
  const std::vector<int> before_;
};

// How often the calling thread lost its CPU to another thread; 0 where the system does not tell.
std::uint64_t times_preempted();

// The name that debuggers and profilers show; Linux keeps at most 15 characters.
void name_this_thread(const std::string& name);

}  // namespace schedlab
