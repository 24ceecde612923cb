// Who used the CPUs, and what a run says of it.
#include "harness/measure/machine/machine.hpp"

#include <ctime>
#include <string>

#include "harness/run/archive/run_context.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

std::string all_warnings(const run_surroundings& around) {
  std::string text;
  for (const std::string& warning : warnings(run_state(plan()), around)) text += warning + "\n";
  return text;
}

}  // namespace

TEST_CASE("machine: the work of others is what is busy and not ours") {
  const cpu_times before{.all = 1000, .busy = 500, .own = 100, .stolen = 10};
  const cpu_times after{.all = 2000, .busy = 900, .own = 400, .stolen = 60};
  CHECK(others_share(before, after) == 0.1);
  CHECK(steal_share(before, after) == 0.05);
  const cpu_times all_ours{.all = 2000, .busy = 899, .own = 501, .stolen = 10};
  CHECK(others_share(before, all_ours) == 0);
  CHECK_FALSE(others_share(before, before));
  CHECK_FALSE(others_share(std::nullopt, after));
}

TEST_CASE("machine: our own work is counted as ours") {
  const auto before = read_cpu_times();
  if (!before) return;  // the system doesn't tell
  const std::clock_t begin = std::clock();
  while (std::clock() - begin < CLOCKS_PER_SEC / 2) {
  }
  const auto after = read_cpu_times();
  REQUIRE(after);
  CHECK(after->own - before->own >= 45);  // ticks are a hundredth of a second
  CHECK(after->own - before->own < 100);
  CHECK(after->busy > before->busy);
}

TEST_CASE("run context: what others do and an unknown commit are said") {
  run_surroundings around;
  around.host.load = 99;  // the compiler that built us a moment ago
  around.host.allowed_cores = 2;
  around.others_share_at_start = 0.02;
  CHECK(all_warnings(around).find("programs") == std::string::npos);
  around.others_share_at_start = 0.5;
  CHECK(all_warnings(around).find("just before the run other programs used 50%") != std::string::npos);
  around.source.why_unknown = "dubious ownership";
  CHECK(all_warnings(around).find("the commit is unknown, because git told the build: dubious ownership") !=
        std::string::npos);
}
