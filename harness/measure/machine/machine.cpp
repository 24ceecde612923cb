// Linux describes the machine in /proc and /sys, macOS answers through sysctl.
#include "harness/measure/machine/machine.hpp"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "harness/measure/machine/system_file.hpp"
#include "harness/measure/placement.hpp"

#if defined(__APPLE__)
#include <sys/sysctl.h>
#endif

namespace schedlab {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

std::string or_unknown(const std::string& text) { return text.empty() ? "unknown" : text; }

std::string kernel() {
  utsname names{};
  if (::uname(&names) != 0) return "unknown";
  return std::string(names.sysname) + " " + names.release + " " + names.machine;
}

#if defined(__linux__)

// The value of the first line with this key; "" if there is none.
std::string cpuinfo(const std::string& key) {
  std::ifstream in(system_file("/proc/cpuinfo"));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(key)) return trimmed(line.substr(line.find(':') + 1));
  }
  return "";
}

std::string governor() {
  const std::string folder = "/sys/devices/system/cpu/cpu0/cpufreq";
  const std::string found = first_line(folder + "/scaling_governor");
  return found.empty() ? "none" : found;
}

std::string turbo() {
  const std::string no_turbo = first_line("/sys/devices/system/cpu/intel_pstate/no_turbo");
  if (!no_turbo.empty()) return no_turbo == "0" ? "on" : "off";
  const std::string boost = first_line("/sys/devices/system/cpu/cpufreq/boost");
  return boost.empty() ? "unknown" : boost == "1" ? "on" : "off";
}

std::string aslr() {
  const std::string found = first_line("/proc/sys/kernel/randomize_va_space");
  return found.empty() ? "unknown" : found == "2" ? "on" : found == "0" ? "off" : "partial";
}

void describe_system(machine& found) {
  found.cpu_model = cpuinfo("model name");
  if (found.cpu_model.empty()) found.cpu_model = first_line("/proc/device-tree/model");
  found.governor = governor();
  found.turbo = turbo();
  found.aslr = aslr();
  found.clock_source = first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  found.virtualised =
      cpuinfo("flags").find("hypervisor") != std::string::npos || !first_line("/sys/hypervisor/type").empty();
}

#elif defined(__APPLE__)

void describe_system(machine& found) {
  std::array<char, 256> name{};
  std::size_t size = name.size();
  if (::sysctlbyname("machdep.cpu.brand_string", name.data(), &size, nullptr, 0) == 0) found.cpu_model = name.data();
  found.governor = "none";
  found.turbo = "unknown";
  found.aslr = "on";
  found.clock_source = "mach_absolute_time";
  int present = 0;
  size = sizeof present;
  found.virtualised = ::sysctlbyname("kern.hv_vmm_present", &present, &size, nullptr, 0) == 0 && present != 0;
}

#endif

// True for a line "cpu1 ..." of an allowed CPU; false for "cpu ...", which is the sum of all.
bool is_of_an_allowed_cpu(const std::string& line) {
  if (!line.starts_with("cpu") || line.starts_with("cpu ")) return false;
  const auto cpus = allowed_cpus();
  return std::find(cpus.begin(), cpus.end(), std::atoi(line.c_str() + 3)) != cpus.end();
}

void add(const std::string& line, cpu_times& times) {
  std::istringstream columns(line);  // cpu0 user nice system idle iowait irq softirq steal ...
  std::string name;
  columns >> name;
  double ticks = 0;
  for (int column = 0; column < 8 && columns >> ticks; ++column) {
    const bool idle = column == 3 || column == 4;
    const bool stolen = column == 7;
    times.all += ticks;
    if (stolen) times.stolen += ticks;
    if (!idle && !stolen) times.busy += ticks;
  }
}

double ticks_of(int who) {
  rusage used{};
  ::getrusage(who, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return (seconds(used.ru_utime) + seconds(used.ru_stime)) * static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace

std::string first_line(const std::string& path) {
  std::ifstream in(system_file(path));
  std::string line;
  std::getline(in, line);
  return trimmed(line);
}

machine describe_machine() {
  machine found;
  describe_system(found);
  found.cpu_model = or_unknown(found.cpu_model);
  found.clock_source = or_unknown(found.clock_source);
  found.kernel = kernel();
  found.allowed_cores = static_cast<unsigned>(allowed_cpus().size());
  const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  found.cores = online > 0 ? static_cast<unsigned>(online) : found.allowed_cores;
  double load = 0;
  if (::getloadavg(&load, 1) == 1) found.load = load;
  return found;
}

std::optional<cpu_times> read_cpu_times() {
  std::ifstream in("/proc/stat");
  cpu_times times;
  for (std::string line; std::getline(in, line);) {
    if (is_of_an_allowed_cpu(line)) add(line, times);
  }
  if (times.all == 0) return std::nullopt;
  times.own = ticks_of(RUSAGE_SELF) + ticks_of(RUSAGE_CHILDREN);
  return times;
}

std::optional<double> steal_share(const std::optional<cpu_times>& before, const std::optional<cpu_times>& after) {
  if (!before || !after || !(after->all > before->all)) return std::nullopt;
  return (after->stolen - before->stolen) / (after->all - before->all);
}

std::optional<double> others_share(const std::optional<cpu_times>& before, const std::optional<cpu_times>& after) {
  if (!before || !after || !(after->all > before->all)) return std::nullopt;
  const double others = (after->busy - before->busy) - (after->own - before->own);
  return std::max(0.0, others) / (after->all - before->all);
}

}  // namespace schedlab
