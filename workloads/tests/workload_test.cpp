// Every workload accepts a queue that behaves and says what is wrong with one that does not.
#include <string>
#include <thread>
#include <vector>

#include "queues/tests/catch.hpp"
#include "workloads/queues/burst.hpp"
#include "workloads/queues/handed_burst.hpp"
#include "workloads/queues/memory.hpp"
#include "workloads/queues/mpmc.hpp"
#include "workloads/queues/order_errors.hpp"
#include "workloads/queues/owner_and_thieves.hpp"
#include "workloads/queues/pair.hpp"
#include "workloads/queues/ping_pong.hpp"
#include "workloads/queues/poll_empty.hpp"
#include "workloads/queues/push_full.hpp"
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

// Capacities are large enough that no thread depends on the others' pace.
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

template <class Queue>
struct run_burst {
  std::string operator()() const {
    burst<Queue> workload(1 << 10, 48);
    return outcome(workload);
  }
};
template <class Queue>
struct run_handed_burst {
  std::string operator()() const {
    handed_burst<Queue> workload(1 << 10, 1000);
    return outcome(workload);
  }
};
template <class Queue>
struct run_order_errors {
  std::string operator()() const {
    order_errors<Queue> workload(1 << 11, 2);
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
TEST_CASE("burst: wrong answers are found") { accepts_right_and_refuses_wrong<run_burst>(); }
TEST_CASE("handed_burst: wrong answers are found") { accepts_right_and_refuses_wrong<run_handed_burst>(); }
TEST_CASE("order_errors: wrong answers are found") { accepts_right_and_refuses_wrong<run_order_errors>(); }

TEST_CASE("pair: a queue that cannot hold the depth has no number") {
  pair<fake_queue<misbehaviour::none>> workload(100, 101);
  REQUIRE(outcome(workload) == "took only 100 of 101 items, alone with one thread");
}

TEST_CASE("pair: with priorities, those of the numbers") {
  urgent_queue queue(16);
  auto handle = queue.alone();
  REQUIRE(push_with_priority<urgent_queue>(handle, 7));
  REQUIRE(queue.priorities_seen == std::vector<std::int32_t>{priority_of(7)});
  pair<urgent_queue> workload(16, 8);
  REQUIRE(outcome(workload).empty());
  REQUIRE(workload.queue().priorities_seen.size() > 8);
  REQUIRE(workload.queue().priorities_seen[1] == priority_of(1));
}

TEST_CASE("mpmc: whoever thinks does so after each operation that succeeded") {
  mpmc<fake_queue<misbehaviour::none>> workload(1 << 20, 1, 1, 50);
  fake_probe producer(10);
  workload.run(0, producer);
  fake_probe consumer(20);  // of the last ten batches it gets nothing
  workload.run(1, consumer);
  REQUIRE(workload.verify().empty());
  // The counts are those of a sixteenth of the 64 operations of a batch, without the timed one.
  REQUIRE(producer.thought_ns == 50 * 10 * 3);
  REQUIRE(consumer.thought_ns == 50 * 10 * 3);
}

TEST_CASE("poll_empty: an item out of nowhere is found") {
  poll_empty<fake_queue<misbehaviour::none>> right(16, 2);
  REQUIRE(outcome(right).empty());
  poll_empty<inventive_queue> wrong(16, 2);
  REQUIRE(outcome(wrong) == "1 pops of an empty queue yielded an item");
}

TEST_CASE("push_full: an item too many is found, and one that is gone") {
  push_full<fake_queue<misbehaviour::none>> right(1 << 10, 2);
  REQUIRE(outcome(right).empty());
  push_full<fake_queue<misbehaviour::takes_too_many>> greedy(1 << 10, 2);
  REQUIRE(outcome(greedy).find("pushes into a full queue were accepted") != std::string::npos);
  push_full<fake_queue<misbehaviour::loses>> lossy(1 << 10, 2);
  REQUIRE(outcome(lossy) == "1 pushes into a full queue were accepted");
  push_full<fake_queue<misbehaviour::alters>> altering(1 << 10, 2);
  REQUIRE(outcome(altering) == "as many items came out as went in, but not the same ones");
}

TEST_CASE("memory: bytes per queue at each stage, and wrong answers") {
  // The readings are as if the process held 100 bytes, and every queue 10, 50 with its items and 20 after them; the
  // last first.
  std::vector<std::uint64_t> readings = {180, 300, 140, 100};
  const auto next = [&readings] {
    const std::uint64_t reading = readings.back();
    readings.pop_back();
    return reading;
  };
  const queue_memory found = memory_of<fake_queue<misbehaviour::none>>(2000, 4, 2000, next);
  REQUIRE(found.wrong.empty());
  REQUIRE(found.idle_bytes == 10);
  REQUIRE(found.filled_bytes == 50);
  REQUIRE(found.drained_bytes == 20);
  const auto any = [] { return std::uint64_t{0}; };
  REQUIRE(memory_of<fake_queue<misbehaviour::none>>(10, 1, 11, any).wrong == "refused item 10 of 11");
  REQUIRE(memory_of<fake_queue<misbehaviour::loses>>(2000, 1, 2000, any).wrong == "1 of 2000 items lost");
}

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
