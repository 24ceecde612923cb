// `schedlab doctor`: what this machine is fit to measure, why it is not fit for more, and what to do about that.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "build_info.hpp"
#include "harness/base/joined.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/text_table.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/number_option.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/flag_round_trip.hpp"
#include "harness/measure/machine/cpu_limits.hpp"
#include "harness/measure/machine/machine.hpp"
#include "harness/measure/machine/performance_counters.hpp"
#include "harness/measure/placement.hpp"
#include "harness/measure/placement_modes.hpp"
#include "harness/run/measuring_turn.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

// What a finding spoils. A change of clock or placement that meets two designs alike, because they ran in turn, spoils
// their nanoseconds but not their ratio.
enum class spoils { nothing, nanoseconds, ratios };

struct finding {
  std::string subject;
  spoils spoiled;
  std::string value;
  std::string advice;  // printed if the finding spoils something or is a note
  bool is_note = false;
};

spoils unless(bool fine, spoils otherwise) { return fine ? spoils::nothing : otherwise; }

finding build() {
  const bool release = std::strcmp(build_type, "Release") == 0;
  return {"build", unless(release, spoils::ratios), fmt::format("{}, {}, {}", build_type, build_compiler, build_flags),
          "measure with the preset release (`make build`)"};
}

finding cores(const machine& m) {
  return {"cores", unless(m.allowed_cores >= 2, spoils::ratios),
          fmt::format("{} online, {} allowed; {}", m.cores, m.allowed_cores, m.cpu_model),
          "with one core every cell of two threads is oversubscribed; allow more (taskset, cgroup) or use another "
          "machine"};
}

finding quota(const machine& m) {
  const auto cpus = cpu_quota();
  return {"CPU quota", unless(!cpus || *cpus >= m.allowed_cores, spoils::ratios),
          cpus ? fmt::format("{:.2f} CPUs' worth for {} CPUs", *cpus, m.allowed_cores) : "none",
          "the control group stops all threads whenever its share of a tenth of a second is used up; raise cpu.max, or "
          "allow fewer CPUs (taskset)"};
}

finding siblings() {
  const auto pairs = siblings_among(allowed_cpus());
  return {
      "SMT siblings", unless(pairs.empty(), spoils::nanoseconds),
      pairs.empty() ? "no two CPUs share a core" : fmt::format("CPUs {} share a core", joined(pairs)),
      "two threads on them take turns in one core; allow one CPU of each core (taskset), or turn SMT off: echo off > "
      "/sys/devices/system/cpu/smt/control"};
}

finding memory_nodes() {
  const unsigned count = memory_nodes_of(allowed_cpus());
  return {"memory nodes", unless(count == 1, spoils::nanoseconds), std::to_string(count),
          "memory is near to some CPUs and far from others; stay on one node: numactl --cpunodebind=0 --membind=0"};
}

finding virtualisation(const machine& m) {
  return {"virtual machine", unless(!m.virtualised, spoils::nanoseconds), m.virtualised ? "yes" : "no",
          "its CPUs are moved without notice: compare only within one run and one placement mode, best on bare metal"};
}

finding governor(const machine& m) {
  return {"frequency governor", unless(m.governor == "performance" || m.governor == "none", spoils::nanoseconds),
          m.governor, "set it: cpupower frequency-set -g performance"};
}

finding turbo(const machine& m) {
  return {"turbo", unless(m.turbo == "off", spoils::nanoseconds), m.turbo,
          m.turbo == "unknown"
              ? "the system doesn't tell; expect the clock to depend on load and heat"
              : "the clock depends on load and heat; turn it off: echo 0 > /sys/devices/system/cpu/cpufreq/boost "
                "or echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo"};
}

finding aslr(const machine& m) {
  return {"address randomisation", unless(m.aslr == "on", spoils::ratios), m.aslr,
          "fresh processes shall draw fresh layouts, or one lucky layout stands for all; turn it on: sysctl "
          "kernel.randomize_va_space=2"};
}

// The load is only a note, because a build that ended a moment ago is still in it.
finding load(const machine& m) {
  return {"load", spoils::nothing,
          fmt::format("{:.2f} on {} cores, the last minute's average", m.load, m.allowed_cores),
          "other programs are running, or were a moment ago", m.load > 0.3 * m.allowed_cores};
}

finding other_run() {
  const auto holder = measuring_now();
  return {"other measuring run", unless(!holder, spoils::ratios), holder.value_or("none"),
          "two runs would measure each other; `schedlab run` waits for its end"};
}

finding pinning() {
  bool works = false;
  const auto cpus = allowed_cpus();
  std::thread([&] { works = pin_this_thread(cpus.back()); }).join();
  return {"pinning threads", unless(works, spoils::nanoseconds), works ? "works" : "not possible",
          "threads wander between cores; expect a wider spread"};
}

finding counters() {
  const std::string problem = performance_counters_problem();
  return {
      "hardware counters", spoils::nothing, problem.empty() ? "work" : problem,
      "cache misses come from the model or are unavailable; on bare metal, check perf_event_paranoid and the kernel",
      !problem.empty()};
}

finding paranoia() {
  const std::string level = first_line("/proc/sys/kernel/perf_event_paranoid");
  return {"perf_event_paranoid", spoils::nothing, level.empty() ? "not there" : level,
          "perf needs 2 or less: sysctl kernel.perf_event_paranoid=1", !level.empty() && std::atoi(level.c_str()) > 2};
}

finding clock_source(const machine& m) {
  const bool fine = m.clock_source == "tsc" || m.clock_source == "kvm-clock" || m.clock_source == "arch_sys_counter" ||
                    m.clock_source == "mach_absolute_time";
  return {"clock source", unless(fine, spoils::nanoseconds),
          fmt::format("{}; a reading costs {:.1f} ns", m.clock_source, calibrated_ticks().reading_ns),
          "reading the clock may cost a system call; see /sys/devices/system/clocksource/clocksource0"};
}

// Probes in bursts with pauses between them, because a hypervisor moves idle CPUs as well as busy ones.
std::vector<double> probed(double seconds) {
  using clock = std::chrono::steady_clock;
  constexpr auto burst = std::chrono::milliseconds(200);
  constexpr auto pause = std::chrono::milliseconds(100);
  const auto end = clock::now() + std::chrono::duration<double>(seconds);
  std::vector<double> round_trips;
  while (clock::now() < end) {
    for (const auto burst_end = clock::now() + burst; clock::now() < burst_end && clock::now() < end;) {
      round_trips.push_back(flag_round_trip_ns());
    }
    if (clock::now() < end) std::this_thread::sleep_for(pause);
  }
  return round_trips;
}

finding taken(const char* what, std::optional<double> share, double seconds, const char* advice) {
  const double part = share.value_or(0);
  return {what, part > 0.1 ? spoils::ratios : unless(part <= 0.01, spoils::nanoseconds),
          share ? fmt::format("{:.1f}% in {:g} s", part * 100, seconds) : "not counted here", advice};
}

// Probing keeps the machine busy, which shows whether other programs want it, too.
std::vector<finding> watched(double seconds) {
  const auto before = read_cpu_times();
  const placement_modes modes(probed(seconds));
  const auto after = read_cpu_times();
  std::vector<std::string> seen;
  for (const auto& mode : modes.modes()) seen.push_back(fmt::format("{} ({} probes)", mode.label, mode.count));
  return {taken("other programs", others_share(before, after), seconds, "stop them, or wait for their end"),
          taken("steal time", steal_share(before, after), seconds,
                "other guests take this machine's time; measure at another hour or on another machine"),
          {"placement", unless(seen.size() <= 1, spoils::nanoseconds),
           seen.empty() ? "one CPU only" : fmt::format("a flag's round trip takes {}", joined(seen)),
           "the distance between two cores drifts: samples carry their mode and are compared within it; many short "
           "processes, not few long ones"}};
}

const char* state_of(const finding& f) {
  if (f.is_note) return "note";
  return f.spoiled == spoils::nothing ? "ok" : f.spoiled == spoils::nanoseconds ? "warn" : "bad";
}

void print(const finding& f) {
  constexpr std::size_t column = 28;
  const std::string value = wrapped(f.value, output_width(), column);
  fmt::print("{:5} {:22}{}\n", state_of(f), f.subject, value);
  if (f.is_note || f.spoiled != spoils::nothing) {
    fmt::print("{:28}-> {}\n", "", wrapped(f.advice, output_width(), column + 3));
  }
  std::fflush(stdout);
}

// The verdict, and the names of the findings that prevent a better one.
struct conclusion {
  spoils worst = spoils::nothing;
  std::vector<std::string> against;
};

conclusion concluded(const std::vector<finding>& found) {
  conclusion made;
  for (const finding& f : found) made.worst = std::max(made.worst, f.spoiled);
  for (const finding& f : found) {
    if (f.spoiled == made.worst && made.worst != spoils::nothing) made.against.push_back(f.subject);
  }
  return made;
}

std::string text_of(const conclusion& c) {
  if (c.worst == spoils::nothing) return "fit for ratios and for nanoseconds";
  const char* const verdict =
      c.worst == spoils::ratios ? "not fit to measure" : "fit for ratios within a run, not for nanoseconds";
  return fmt::format("{}: {}", verdict, joined(c.against));
}

json to_json(const std::vector<finding>& found, const conclusion& c) {
  json findings = json::array();
  for (const finding& f : found) {
    findings.push_back({{"what", f.subject}, {"state", state_of(f)}, {"value", f.value}, {"advice", f.advice}});
  }
  return {{"fit_for_ratios", c.worst != spoils::ratios},
          {"fit_for_nanoseconds", c.worst == spoils::nothing},
          {"verdict", text_of(c)},
          {"findings", findings}};
}

struct doctor_call {
  std::string seconds;
  bool json = false;
};

int doctor(const doctor_call& asked) {
  double seconds = 6;  // a placement mode lasts up to 2
  if (auto taken = take_number(seconds, "--seconds", asked.seconds, 0.1, 3600.0, "seconds, from 0.1 to 3600"); !taken) {
    return complain(taken.why());
  }
  const machine m = describe_machine();
  std::vector<finding> found;
  const auto note = [&](finding f) {
    if (!asked.json) print(f);
    found.push_back(std::move(f));
  };
  for (finding& f : std::vector<finding>{build(), cores(m), quota(m), siblings(), memory_nodes(), virtualisation(m),
                                         governor(m), turbo(m), aslr(m), load(m), other_run(), pinning(), counters(),
                                         paranoia(), clock_source(m)}) {
    note(std::move(f));
  }
  for (finding& f : watched(seconds)) note(std::move(f));
  const conclusion made = concluded(found);
  if (asked.json) {
    fmt::print("{}\n", to_json(found, made).dump(1));
  } else {
    fmt::print("\n{}\n", wrapped("This machine is " + text_of(made) + ".", output_width()));
  }
  return made.worst == spoils::ratios ? exit_check_failed : exit_done;
}

}  // namespace

command doctor_command() {
  const auto asked = std::make_shared<doctor_call>();
  return {
      "doctor",
      "Say whether this machine is fit to measure, and what to do where it is not",
      "Examples: schedlab doctor\n"
      "          schedlab doctor --json --seconds 30\n"
      "Exit codes: 0 fit for ratios (and, if it says so, for nanoseconds), 1 not fit to measure, 2 the call was wrong.",
      {{"--seconds", "Watch the machine for so long (default 6)", &asked->seconds, "N"},
       {"--json", "As JSON", &asked->json}},
      [asked] { return doctor(*asked); }};
}

}  // namespace schedlab
