// The machine that results come from, as far as the system tells; what it doesn't tell is "unknown".
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
  std::string clock_source;  // of the kernel
  bool virtualised = false;
  unsigned cores = 1;          // online
  unsigned allowed_cores = 1;  // that this process may use
  double load = 0;             // average over a minute
};

machine describe_machine();

// Sums over the CPUs that this process may use, since boot, in ticks.
struct cpu_times {
  double all = 0;
  double busy = 0;    // with any program
  double own = 0;     // with this process and the children of it that have ended
  double stolen = 0;  // by the hypervisor, for other guests
};
std::optional<cpu_times> read_cpu_times();

// Of the CPUs' time between two readings, 0 to 1: what the hypervisor took, and what other programs here took. Nothing where
// the system doesn't count it.
std::optional<double> steal_share(const std::optional<cpu_times>& before, const std::optional<cpu_times>& after);
std::optional<double> others_share(const std::optional<cpu_times>& before, const std::optional<cpu_times>& after);

// The first line of a file, without blanks around it; "" if it can't be read.
std::string first_line(const std::string& path);

}  // namespace schedlab
