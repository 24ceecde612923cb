// Linux describes these limits under /sys. On other systems no limit is found.
#include "harness/measure/machine/cpu_limits.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/measure/machine/cache_topology.hpp"
#include "harness/measure/machine/machine.hpp"
#include "harness/measure/machine/system_file.hpp"

namespace schedlab {
namespace {

using folder = std::filesystem::path;

// "200000 100000" are 2 CPUs; "max 100000", "-1 100000" and a missing file mean that there is no limit.
std::optional<double> share(const std::string& quota_and_period) {
  std::istringstream words(quota_and_period);
  double quota = 0;
  double period = 0;
  if (!(words >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
  return quota / period;
}

std::optional<double> quota_in(const folder& group, bool is_version_2) {
  if (is_version_2) return share(first_line(group / "cpu.max"));
  return share(first_line(group / "cpu.cfs_quota_us") + " " + first_line(group / "cpu.cfs_period_us"));
}

// The least quota of a group and all groups above it. A container may not see the upper ones, and see its own as the
// root.
std::optional<double> least_quota(const folder& mounted, folder group, bool is_version_2) {
  std::optional<double> least = quota_in(mounted, is_version_2);
  for (group = group.relative_path(); !group.empty(); group = group.parent_path()) {
    const auto quota = quota_in(mounted / group, is_version_2);
    if (quota && (!least || *quota < *least)) least = quota;
  }
  return least;
}

bool holds(const std::string& words, const std::string& word) {
  return ("," + words + ",").find("," + word + ",") != std::string::npos;
}

}  // namespace

std::optional<double> cpu_quota() {
  std::ifstream groups(system_file("/proc/self/cgroup"));
  std::optional<double> least;
  // "0::/user.slice" of version 2; "4:cpu,cpuacct:/docker/1f" of version 1, where each controller has a tree of its own.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && !holds(controllers, "cpu")) continue;
    const folder mounted = folder("/sys/fs/cgroup") / (controllers.empty() ? "" : "cpu");
    const auto quota = least_quota(mounted, line.substr(second + 1), controllers.empty());
    if (quota && (!least || *quota < *least)) least = quota;
  }
  return least;
}

std::vector<std::string> siblings_among(const std::vector<int>& cpus) {
  std::vector<std::string> pairs;
  for (auto a = cpus.begin(); a != cpus.end(); ++a) {
    const std::string on_its_core =
        first_line("/sys/devices/system/cpu/cpu" + std::to_string(*a) + "/topology/thread_siblings_list");
    for (auto b = a + 1; b != cpus.end(); ++b) {
      if (names_cpu(on_its_core, *b)) pairs.push_back(std::to_string(*a) + " and " + std::to_string(*b));
    }
  }
  return pairs;
}

unsigned memory_nodes_of(const std::vector<int>& cpus) {
  const std::string online = first_line("/sys/devices/system/node/online");
  constexpr int most_nodes = 1024;
  unsigned count = 0;
  for (int node = 0; !online.empty() && node < most_nodes; ++node) {
    if (!names_cpu(online, node)) continue;
    const std::string list = first_line("/sys/devices/system/node/node" + std::to_string(node) + "/cpulist");
    if (std::any_of(cpus.begin(), cpus.end(), [&](int cpu) { return names_cpu(list, cpu); })) ++count;
  }
  return std::max(1u, count);
}

}  // namespace schedlab
