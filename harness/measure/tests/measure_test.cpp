// The measuring instruments themselves: histogram, clock, placement, memory, the flag's round trip.
#include <algorithm>
#include <cstring>
#include <memory>
#include <sstream>
#include <thread>

#include "harness/measure/affinity_mask.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/flag_round_trip.hpp"
#include "harness/measure/histogram.hpp"
#include "harness/measure/placement.hpp"
#include "harness/measure/resident_memory.hpp"
#include "harness/measure/spin.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

TEST_CASE("histogram: every value is kept to within a step of 1/32") {
  for (std::uint64_t value = 1; value < 5'000'000'000; value = value + value / 7 + 1) {
    histogram one;
    one.record(value);
    one.record(4 * value);  // so that the maximum does not hide the step
    const auto kept = static_cast<double>(one.at_share(0.5));
    REQUIRE(kept >= static_cast<double>(value) * (1 - 1.0 / 32));
    REQUIRE(kept <= static_cast<double>(value) * (1 + 1.0 / 32));
  }
}

TEST_CASE("histogram: percentiles, mean, merge and the way through a file") {
  histogram low;
  histogram high;
  for (std::uint64_t value = 1; value <= 500; ++value) low.record(value);
  for (std::uint64_t value = 501; value <= 1000; ++value) high.record(value);
  low.merge(high);
  REQUIRE(low.count() == 1000);
  REQUIRE(low.max() == 1000);
  REQUIRE(low.mean() == Approx(500.5));
  REQUIRE(static_cast<double>(low.at_share(0.5)) == Approx(500).epsilon(0.02));
  REQUIRE(static_cast<double>(low.at_share(0.99)) == Approx(990).epsilon(0.02));
  REQUIRE(low.at_share(1) == 1000);

  histogram copy;
  low.each([&](std::uint64_t value, std::uint64_t count) { copy.add(value, count); });
  REQUIRE(copy.count() == low.count());
  for (const double share : {0.1, 0.5, 0.9, 0.99}) {
    REQUIRE(static_cast<double>(copy.at_share(share)) ==
            Approx(static_cast<double>(low.at_share(share))).epsilon(0.001));
  }
}

TEST_CASE("histogram: nothing recorded") {
  const histogram empty;
  REQUIRE(empty.count() == 0);
  REQUIRE(empty.at_share(0.5) == 0);
  REQUIRE(empty.mean() == 0);
}

TEST_CASE("histogram: HdrHistogram's text format") {
  histogram some;
  for (std::uint64_t value = 1; value <= 10; ++value) some.record(value);
  std::ostringstream out;
  some.write_percentiles(out);
  std::istringstream lines(out.str());
  std::string head;
  std::getline(lines, head);
  REQUIRE(head == "       Value     Percentile TotalCount 1/(1-Percentile)");
  double value = 0;
  double share = 0;
  std::uint64_t total = 0;
  lines >> value >> share >> total;
  REQUIRE(value == 1);
  REQUIRE(share == Approx(0.1));
  REQUIRE(total == 1);
  REQUIRE(out.str().find("#[Total count = 10]") != std::string::npos);
}

TEST_CASE("clock: ticks agree with the steady clock") {
  // Each reading of the counter lies between two of the steady clock. A thread that loses its CPU in between has bounds
  // that lie farther apart, but never wrong ones.
  struct reading {
    std::chrono::steady_clock::time_point before;
    std::uint64_t count;
    std::chrono::steady_clock::time_point after;
  };
  const auto read = [] {
    const auto before = std::chrono::steady_clock::now();
    const std::uint64_t count = ticks();
    return reading{before, count, std::chrono::steady_clock::now()};
  };
  const reading first = read();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const reading last = read();
  const tick_rate& rate = calibrated_ticks();
  const double passed_ns = static_cast<double>(last.count - first.count) * rate.ns_per_tick;
  REQUIRE(passed_ns > 0.99 * 1e9 * seconds_between(first.after, last.before));
  REQUIRE(passed_ns < 1.01 * 1e9 * seconds_between(first.before, last.after));
  REQUIRE(rate.reading_ns > 0);
  REQUIRE(rate.reading_ns < 2000);
  REQUIRE(rate.resolution_ns > 0);
}

TEST_CASE("spin: the calibrated time passes") {
  // The fastest of several tries counts, because another program can only make a try longer.
  const auto turns = static_cast<std::uint64_t>(100'000 * spin_turns_per_ns());
  double fastest_ns = 1e12;
  for (int i = 0; i < 50; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    spin(turns);
    fastest_ns = std::min(fastest_ns, 1e9 * seconds_between(begin, std::chrono::steady_clock::now()));
  }
  // A virtual machine's clock was seen to be 1.7 times as fast as when the rate was taken.
  REQUIRE(fastest_ns == Approx(100'000).epsilon(0.6));
}

TEST_CASE("placement: a pinned thread runs where it was put") {
  const auto cpus = allowed_cpus();
  REQUIRE(!cpus.empty());
#if defined(__linux__)
  std::thread([&] {
    if (!pin_this_thread(cpus.back())) FAIL("could not pin to cpu " << cpus.back());
    if (allowed_cpus() != std::vector<int>{cpus.back()}) FAIL("pinned, but other CPUs are still allowed");
    if (pin_this_thread(1'000'000)) FAIL("pinned to a CPU that is not there");
    if (allowed_cpus() != std::vector<int>{cpus.back()}) FAIL("a refused pinning changed where the thread runs");
  }).join();
#endif
}

#if defined(__linux__)
TEST_CASE("placement: the CPUs of a machine with more than 1,024 are all there") {
  const std::vector<int> there = {3, 1023, 1024, 4999};
  std::vector<std::size_t> asked;
  const auto large_machine = [&](std::size_t bytes, cpu_set_t* mask) {
    asked.push_back(8 * bytes);
    if (8 * bytes < 5000) return EINVAL;
    for (const int cpu : there) CPU_SET_S(static_cast<std::size_t>(cpu), bytes, mask);
    return 0;
  };
  CHECK(read_affinity(large_machine) == there);
  CHECK(asked == std::vector<std::size_t>{1024, 2048, 4096, 8192});
  CHECK(affinity_mask::for_cpus(there).cpus() == there);
}

TEST_CASE("placement: a mask that can't be read is asked for no longer than its size may help") {
  unsigned asked = 0;
  CHECK(read_affinity([&](std::size_t, cpu_set_t*) { return ++asked, EPERM; }).empty());
  CHECK(asked == 1);
  CHECK(read_affinity([&](std::size_t, cpu_set_t*) { return ++asked, EINVAL; }).empty());
  CHECK(asked < 20);
}
#endif

TEST_CASE("resident memory: grows by what is touched") {
  constexpr std::size_t size = 64 << 20;
  const auto before = static_cast<double>(resident_bytes());
  const std::unique_ptr<char[]> block(new char[size]);
  std::memset(block.get(), 1, size);
  const double grown = static_cast<double>(resident_bytes()) - before;
  REQUIRE(block[size / 2] == 1);
  REQUIRE(grown > 0.9 * size);
  REQUIRE(grown < 6.0 * size);  // sanitizers add their shadow: ThreadSanitizer's is four times as large
}

TEST_CASE("flag round trip: a plausible time, or none on one CPU") {
  const double round_trip = flag_round_trip_ns();
  if (allowed_cpus().size() < 2) {
    REQUIRE(round_trip == 0);
  } else {
    REQUIRE(round_trip > 5);
    REQUIRE(round_trip < 1e7);
  }
}
