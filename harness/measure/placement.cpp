#include "harness/measure/placement.hpp"

#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "harness/measure/affinity_mask.hpp"

#if defined(__linux__)
#include <sched.h>
#include <sys/resource.h>
#endif

namespace schedlab {

std::vector<int> allowed_cpus() {
  std::vector<int> cpus;
#if defined(__linux__)
  cpus = read_affinity([](std::size_t bytes, cpu_set_t* mask) {  // the calling thread's
    return sched_getaffinity(0, bytes, mask) == 0 ? 0 : errno;
  });
#endif
  if (cpus.empty()) {
    for (unsigned cpu = 0; cpu < std::max(1u, std::thread::hardware_concurrency()); ++cpu) {
      cpus.push_back(static_cast<int>(cpu));
    }
  }
  return cpus;
}

bool allow_this_thread([[maybe_unused]] const std::vector<int>& cpus) {
#if defined(__linux__)
  const affinity_mask allowed = affinity_mask::for_cpus(cpus);
  return pthread_setaffinity_np(pthread_self(), allowed.bytes(), allowed.data()) == 0;
#else
  return false;
#endif
}

bool pin_this_thread(int cpu) { return allow_this_thread({cpu}); }

pinned_for_a_while::pinned_for_a_while(int cpu) : before_(allowed_cpus()) { pin_this_thread(cpu); }
pinned_for_a_while::~pinned_for_a_while() { allow_this_thread(before_); }

std::uint64_t times_preempted() {
#if defined(__linux__)
  rusage used{};
  if (getrusage(RUSAGE_THREAD, &used) == 0) return static_cast<std::uint64_t>(used.ru_nivcsw);
#endif
  return 0;
}

void name_this_thread(const std::string& name) {
#if defined(__linux__)
  pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
#elif defined(__APPLE__)
  pthread_setname_np(name.c_str());
#endif
}

}  // namespace schedlab
