// Linux describes the caches under /sys/devices/system/cpu/cpuN/.
#include "harness/measure/machine/cache_topology.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace schedlab {
namespace {

constexpr unsigned same_package = 8;
constexpr unsigned far_away = 9;

std::string first_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

unsigned distance(int a, int b) {
  if (a == b) return 0;
  const std::filesystem::path folder = "/sys/devices/system/cpu/cpu" + std::to_string(a);
  unsigned nearest = far_away;
  std::error_code ignored;
  for (const auto& cache : std::filesystem::directory_iterator(folder / "cache", ignored)) {
    if (!names_cpu(first_line(cache.path() / "shared_cpu_list"), b)) continue;
    unsigned level = far_away;
    std::istringstream(first_line(cache.path() / "level")) >> level;
    nearest = std::min(nearest, level);
  }
  if (nearest == far_away && names_cpu(first_line(folder / "topology/package_cpus_list"), b)) return same_package;
  return nearest;
}

}  // namespace

bool names_cpu(const std::string& list, int cpu) {
  std::istringstream parts(list);
  std::string part;
  while (std::getline(parts, part, ',')) {
    int first = 0;
    int last = 0;
    char dash = 0;
    std::istringstream range(part);
    if (!(range >> first)) continue;
    if (!(range >> dash >> last)) last = first;
    if (first <= cpu && cpu <= last) return true;
  }
  return false;
}

std::vector<std::vector<unsigned>> cpu_distances(const std::vector<int>& cpus) {
  std::vector<std::vector<unsigned>> all;
  for (const int a : cpus) {
    std::vector<unsigned>& row = all.emplace_back();
    for (const int b : cpus) row.push_back(distance(a, b));
  }
  return all;
}

std::vector<std::vector<unsigned>> worker_distances(unsigned workers, const std::vector<int>& cpus) {
  const auto between = cpu_distances(cpus);
  std::vector<std::vector<unsigned>> all(workers, std::vector<unsigned>(workers));
  for (unsigned a = 0; a < workers; ++a) {
    for (unsigned b = 0; b < workers; ++b) all[a][b] = between[a % cpus.size()][b % cpus.size()];
  }
  return all;
}

}  // namespace schedlab
