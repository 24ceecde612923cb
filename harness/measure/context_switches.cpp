#include "harness/measure/context_switches.hpp"

#if defined(__linux__) || defined(__APPLE__)
#include <sys/resource.h>
#endif
#if defined(__linux__)
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#endif

namespace schedlab {
namespace {

std::uint64_t most_of_one_thread() {
  std::uint64_t most = 0;
#if defined(__linux__)
  std::error_code ignored;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream status(thread.path() / "status");
    std::string word;
    std::uint64_t sum = 0;
    while (status >> word) {
      std::uint64_t count = 0;
      if (word.ends_with("voluntary_ctxt_switches:") && status >> count) sum += count;
    }
    most = std::max(most, sum);
  }
#endif
  return most;
}

}  // namespace

context_switches context_switches_so_far() {
  context_switches found;
#if defined(__linux__) || defined(__APPLE__)
  rusage used{};
  if (getrusage(RUSAGE_SELF, &used) == 0) {
    found.voluntary = static_cast<std::uint64_t>(used.ru_nvcsw);
    found.involuntary = static_cast<std::uint64_t>(used.ru_nivcsw);
  }
#endif
  found.most_of_one_thread = most_of_one_thread();
  return found;
}

}  // namespace schedlab
