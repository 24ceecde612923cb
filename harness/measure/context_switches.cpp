#include "harness/measure/context_switches.hpp"

#if defined(__linux__) || defined(__APPLE__)
#include <sys/resource.h>
#endif
#include <algorithm>
#if defined(__linux__)
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#endif

namespace schedlab {
namespace {

std::map<long, std::uint64_t> of_each_thread() {
  std::map<long, std::uint64_t> all;
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
    all[std::strtol(thread.path().filename().c_str(), nullptr, 10)] = sum;
  }
#endif
  return all;
}

}  // namespace

context_switches switches_so_far::since(const switches_so_far& earlier) const {
  context_switches more{.voluntary = voluntary - earlier.voluntary, .involuntary = involuntary - earlier.involuntary};
  for (const auto& [thread, now] : of_threads) {
    const auto before = earlier.of_threads.find(thread);
    // The system may give the number of an ended thread to a new one, whose count begins at zero.
    const bool is_new = before == earlier.of_threads.end() || before->second > now;
    more.most_of_one_thread = std::max(more.most_of_one_thread, is_new ? now : now - before->second);
  }
  return more;
}

switches_so_far context_switches_so_far() {
  switches_so_far found;
#if defined(__linux__) || defined(__APPLE__)
  rusage used{};
  if (getrusage(RUSAGE_SELF, &used) == 0) {
    found.voluntary = static_cast<std::uint64_t>(used.ru_nvcsw);
    found.involuntary = static_cast<std::uint64_t>(used.ru_nivcsw);
  }
#endif
  found.of_threads = of_each_thread();
  return found;
}

}  // namespace schedlab
