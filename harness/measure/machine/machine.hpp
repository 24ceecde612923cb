// A description of the machine that results come from; "unknown" stands where the system does not tell.
#pragma once

#include <optional>
#include <string>

namespace schedlab {

struct machine {
  std::string cpu_model;
  std::string kernel;
  std::string governor;      // "none" where the system doesn't scale frequencies
  std::string turbo;         // "on", "off"
  std::string aslr;          // "on", "off", "partial"
  std::string clock_source;  // the kernel's
  bool virtualised = false;
  unsigned cores = 1;          // that are online
  unsigned allowed_cores = 1;  // that this process may use
  double load = 0;             // average over a minute
};

machine describe_machine();

// Times in ticks since boot, summed over the CPUs that this process may use.
struct cpu_times {
  double all = 0;
  double busy = 0;    // running any program
  double own = 0;     // running this process, or children of it that have ended
  double stolen = 0;  // taken by the hypervisor for other guests
};
std::optional<cpu_times> read_cpu_times();

// The share, 0 to 1, of the CPUs' time between two readings that the hypervisor took, and the share that other programs
// on this system took; nullopt where the system does not count it.
std::optional<double> steal_share(const std::optional<cpu_times>& before, const std::optional<cpu_times>& after);
std::optional<double> others_share(const std::optional<cpu_times>& before, const std::optional<cpu_times>& after);

// The first line of a file, without blanks around it; "" if it can't be read.
std::string first_line(const std::string& path);

}  // namespace schedlab
