// Sets of CPUs as Linux passes them: a bit per CPU, in as many bytes as the machine needs. One cpu_set_t ends at CPU 1,023,
// and the kernel refuses to fill a mask that is smaller than its own.
#pragma once

#if defined(__linux__)
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <vector>

namespace schedlab {

class affinity_mask {
 public:
  // A mask with room for the CPUs below `cpus`.
  explicit affinity_mask(std::size_t cpus) : sets_((cpus + CPU_SETSIZE - 1) / CPU_SETSIZE) {}

  static affinity_mask for_cpus(const std::vector<int>& cpus) {
    affinity_mask mask(cpus.empty() ? 1 : static_cast<std::size_t>(*std::max_element(cpus.begin(), cpus.end())) + 1);
    for (const int cpu : cpus) CPU_SET_S(static_cast<std::size_t>(cpu), mask.bytes(), mask.data());
    return mask;
  }

  // The CPUs in the mask, in rising order.
  std::vector<int> cpus() const {
    std::vector<int> found;
    for (std::size_t cpu = 0; cpu < 8 * bytes(); ++cpu) {
      if (CPU_ISSET_S(cpu, bytes(), sets_.data())) found.push_back(static_cast<int>(cpu));
    }
    return found;
  }

  cpu_set_t* data() { return sets_.data(); }
  const cpu_set_t* data() const { return sets_.data(); }
  std::size_t bytes() const { return sets_.size() * sizeof(cpu_set_t); }

 private:
  std::vector<cpu_set_t> sets_;  // all zero in the beginning
};

// The CPUs that `read(bytes, mask)` puts into a mask; `read` returns 0 or errno. The system does not tell how large the
// mask must be, so the mask grows as long as it is refused for its size. Empty if the CPUs cannot be read.
template <class Read>
std::vector<int> read_affinity(Read read) {
  constexpr std::size_t most_cpus = std::size_t{1} << 20;
  for (std::size_t cpus = CPU_SETSIZE; cpus <= most_cpus; cpus *= 2) {
    affinity_mask mask(cpus);
    const int error = read(mask.bytes(), mask.data());
    if (error == 0) return mask.cpus();
    if (error != EINVAL) break;
  }
  return {};
}

}  // namespace schedlab
#endif
