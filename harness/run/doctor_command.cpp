// `schedlab doctor`: is this machine fit to measure, and what to do where it is not.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "build_info.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/flag_round_trip.hpp"
#include "harness/measure/machine.hpp"
#include "harness/measure/performance_counters.hpp"
#include "harness/measure/placement.hpp"
#include "harness/run/commands.hpp"
#include "harness/run/joined.hpp"
#include "harness/run/placement_modes.hpp"

namespace schedlab {
namespace {

struct finding {
  const char* what;
  bool fine;
  std::string value;
  std::string advice;  // shown where it is not fine
};

finding build() {
  const bool release = std::strcmp(build_type, "Release") == 0;
  return {"build", release, fmt::format("{}, {}, {}", build_type, build_compiler, build_flags),
          "measure with the preset release (`make build`)"};
}

finding cores(const machine& m) {
  return {
      "cores", m.allowed_cores >= 2, fmt::format("{} online, {} allowed; {}", m.cores, m.allowed_cores, m.cpu_model),
      "with one core every cell of two threads is oversubscribed; allow more (taskset, cgroup) or use another machine"};
}

finding virtualisation(const machine& m) {
  return {"virtual machine", !m.virtualised, m.virtualised ? "yes" : "no",
          "its CPUs are moved without notice: compare only within one run and one placement mode, best on bare metal"};
}

finding governor(const machine& m) {
  return {"frequency governor", m.governor == "performance" || m.governor == "none", m.governor,
          "set it: cpupower frequency-set -g performance"};
}

finding turbo(const machine& m) {
  return {"turbo", m.turbo == "off", m.turbo,
          m.turbo == "unknown"
              ? "the system doesn't tell; expect the clock to depend on load and heat"
              : "the clock depends on load and heat; turn it off: echo 0 > /sys/devices/system/cpu/cpufreq/boost "
                "or echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo"};
}

finding aslr(const machine& m) {
  return {"address randomisation", m.aslr == "on", m.aslr,
          "fresh processes shall draw fresh layouts, or one lucky layout stands for all; turn it on: sysctl "
          "kernel.randomize_va_space=2"};
}

finding load(const machine& m) {
  return {"load", m.load <= 0.3 * m.allowed_cores, fmt::format("{:.2f} on {} cores", m.load, m.allowed_cores),
          "other programs are running; stop them or wait"};
}

finding pinning() {
  bool works = false;
  const auto cpus = allowed_cpus();
  std::thread([&] { works = pin_this_thread(cpus.back()); }).join();
  return {"pinning threads", works, works ? "works" : "not possible",
          "threads wander between cores; expect a wider spread"};
}

finding counters() {
  const std::string problem = performance_counters_problem();
  return {
      "hardware counters", problem.empty(), problem.empty() ? "work" : problem,
      "cache misses come from the model or are unavailable; on bare metal, check perf_event_paranoid and the kernel"};
}

finding paranoia() {
  const std::string level = first_line("/proc/sys/kernel/perf_event_paranoid");
  return {"perf_event_paranoid", level.empty() || std::atoi(level.c_str()) <= 2, level.empty() ? "not there" : level,
          "perf needs 2 or less: sysctl kernel.perf_event_paranoid=1"};
}

finding clock_source(const machine& m) {
  const bool fine = m.clock_source == "tsc" || m.clock_source == "kvm-clock" || m.clock_source == "arch_sys_counter" ||
                    m.clock_source == "mach_absolute_time";
  return {"clock source", fine,
          fmt::format("{}; a reading costs {:.1f} ns", m.clock_source, calibrated_ticks().reading_ns),
          "reading the clock may cost a system call; see /sys/devices/system/clocksource/clocksource0"};
}

// Both watch the machine for about two seconds, the one while the other keeps it busy.
std::vector<finding> drift_and_steal() {
  using clock = std::chrono::steady_clock;
  const auto before = read_cpu_times();
  std::vector<double> round_trips;
  for (const auto end = clock::now() + std::chrono::seconds(2); clock::now() < end;) {
    round_trips.push_back(flag_round_trip_ns());
  }
  const auto stolen = steal_share(before, read_cpu_times());
  const placement_modes modes(std::move(round_trips));
  std::vector<std::string> seen;
  for (const auto& mode : modes.modes()) seen.push_back(fmt::format("{} ({} probes)", mode.label, mode.count));
  return {
      {"steal time", stolen.value_or(0) <= 0.01, stolen ? fmt::format("{:.1f}%", *stolen * 100) : "not counted here",
       "other guests take this machine's time; measure at another hour or on another machine"},
      {"placement", modes.modes().size() == 1,
       seen.empty() ? "one CPU only" : fmt::format("a flag's round trip takes {}", joined(seen)),
       "the distance between two cores drifts: samples carry their mode and are compared within it; many short "
       "processes, not few long ones"}};
}

void print(const finding& f) {
  fmt::print("{:5} {:22} {}\n", f.fine ? "ok" : "warn", f.what, f.value);
  if (!f.fine) fmt::print("{:28} -> {}\n", "", f.advice);
  std::fflush(stdout);
}

}  // namespace

int doctor_command() {
  const machine m = describe_machine();
  for (const finding& f : {build(), cores(m), virtualisation(m), governor(m), turbo(m), aslr(m), load(m), pinning(),
                           counters(), paranoia(), clock_source(m)}) {
    print(f);
  }
  for (const finding& f : drift_and_steal()) print(f);
  return exit_done;
}

}  // namespace schedlab
