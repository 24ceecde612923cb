// Every workload accepts a queue that behaves and says what is wrong with one that does not.
#include <string>
#include <thread>
#include <vector>

#include "queues/tests/catch.hpp"
#include "workloads/queues/mpmc.hpp"
#include "workloads/queues/owner_and_thieves.hpp"
#include "workloads/queues/pair.hpp"
#include "workloads/queues/ping_pong.hpp"
#include "workloads/queues/shared_pairs.hpp"
#include "workloads/tests/fakes.hpp"

using namespace schedlab;

namespace {

template <class Workload>
std::string outcome(Workload& workload) {
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < workload.threads(); ++thread) {
    threads.emplace_back([&, thread] {
      fake_probe probe(200);
      workload.run(thread, probe);
    });
  }
  for (auto& thread : threads) thread.join();
  return workload.verify();
}

template <template <class> class Run, misbehaviour How>
std::string outcome_with() {
  return Run<fake_queue<How>>{}();
}

// Capacities are large enough that nobody depends on the others' pace.
template <class Queue>
struct run_pair {
  std::string operator()() const {
    pair<Queue> workload(1 << 20, 3);
    return outcome(workload);
  }
};
template <class Queue>
struct run_mpmc {
  std::string operator()() const {
    mpmc<Queue> workload(1 << 20, 2, 2);
    return outcome(workload);
  }
};
template <class Queue>
struct run_shared_pairs {
  std::string operator()() const {
    shared_pairs<Queue> workload(1 << 20, 2);
    return outcome(workload);
  }
};
template <class Queue>
struct run_owner_and_thieves {
  std::string operator()() const {
    owner_and_thieves<Queue> workload(1 << 20, 2, 16);
    return outcome(workload);
  }
};

template <template <class> class Run>
void accepts_right_and_refuses_wrong() {
  REQUIRE(outcome_with<Run, misbehaviour::none>().empty());
  const std::string lost = outcome_with<Run, misbehaviour::loses>();
  CAPTURE(lost);
  REQUIRE(lost.find("1 of ") == 0);
  REQUIRE(lost.find("lost") != std::string::npos);
  REQUIRE(outcome_with<Run, misbehaviour::doubles>().find("1 items more came out") == 0);
  REQUIRE(outcome_with<Run, misbehaviour::alters>() == "as many items came out as went in, but not the same ones");
}

}  // namespace

TEST_CASE("pair: wrong answers are found") { accepts_right_and_refuses_wrong<run_pair>(); }
TEST_CASE("mpmc: wrong answers are found") { accepts_right_and_refuses_wrong<run_mpmc>(); }
TEST_CASE("shared_pairs: wrong answers are found") { accepts_right_and_refuses_wrong<run_shared_pairs>(); }
TEST_CASE("owner_and_thieves: wrong answers are found") { accepts_right_and_refuses_wrong<run_owner_and_thieves>(); }

TEST_CASE("ping_pong: an altered item is found") {
  ping_pong<fake_queue<misbehaviour::none>> right(4);
  REQUIRE(outcome(right).empty());
  // Each of the two queues alters its 1000th item.
  ping_pong<fake_queue<misbehaviour::alters>> wrong(4);
  REQUIRE(outcome(wrong) == "sent 999, got back 1001");
}

TEST_CASE("checksum: a producer's first items") {
  const auto counted = [](std::uint64_t count) {
    tally all;
    for (std::uint64_t i = 0; i < count; ++i) all.add(i & item_mask);
    return all;
  };
  for (const std::uint64_t count : {0u, 1u, 2u, 7u, 1000u, 1001u}) {
    REQUIRE(first_items(count).count == count);
    REQUIRE(first_items(count).sum == counted(count).sum);
  }
  // Past the point where item numbers start again.
  const std::uint64_t round = item_mask + 1;
  REQUIRE(first_items(round + 5).sum == first_items(round).sum + 10);
  REQUIRE(first_items(3 * round).sum == 3 * first_items(round).sum);
}
