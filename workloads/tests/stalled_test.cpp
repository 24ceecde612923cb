// How long a witness waits for a stalled thread: the arithmetic with made-up times, and real stalls of real threads.
#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/resource.h>
#endif

#include "queues/tests/catch.hpp"
#include "workloads/queues/stalled.hpp"
#include "workloads/queues/stalls.hpp"
#include "workloads/tests/fakes.hpp"

using namespace schedlab;

namespace {

using reports = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Nobody shares anything: every handle is a queue of its own.
class private_queues {
 public:
  using item = std::uint64_t;
  static constexpr bool keeps_items = false;  // not where the next one looks

  explicit private_queues(std::size_t) {}

  struct handle {
    std::deque<item> items;
    bool push(std::uint64_t number) {
      items.push_back(number);
      return true;
    }
    bool pop(item& popped) {
      popped = items.front();
      items.pop_front();
      return true;
    }
  };
  handle both() { return {}; }

  template <class Visit>
  void drain(Visit) {}
};

// A queue behind a mutex that each operation holds for some microseconds, so that a stall nearly always hits its
// holder.
class slow_locked_queue {
 public:
  using item = std::uint64_t;
  static constexpr bool keeps_items = true;

  explicit slow_locked_queue(std::size_t capacity) : items_(capacity) {}

  struct handle {
    slow_locked_queue& queue;
    fake_queue<misbehaviour::none>::handle items;
    bool push(std::uint64_t number) {
      const std::lock_guard held(queue.mutex_);
      queue.dawdle();
      return items.push(number);
    }
    bool pop(item& popped) {
      const std::lock_guard held(queue.mutex_);
      queue.dawdle();
      return items.pop(popped);
    }
  };
  handle both() { return {*this, items_.both()}; }

  template <class Visit>
  void drain(Visit visit) {
    items_.drain(visit);
  }

 private:
  void dawdle() const {
    const std::uint64_t begin = fake_probe::now();
    while (fake_probe::now() - begin < 20'000) {
    }
  }

  std::mutex mutex_;
  fake_queue<misbehaviour::none> items_;
};

constexpr unsigned enough_stalls = 5;

// Ends the work of both threads once the witness has seen forty stalls undisturbed, or after ten seconds if it has seen
// enough: on a crowded machine it loses its CPU in nearly every one.
class patient_fake_probe : public fake_probe {
 public:
  explicit patient_fake_probe(std::atomic<unsigned>& seen) : fake_probe(0), seen_(seen) {}

  bool go_on(std::uint64_t) {
    const std::uint64_t seconds = (now() - begin_) / 1'000'000'000;
    return seen_ < 40 && seconds < (seen_ < enough_stalls ? 60 : 10);
  }
  bool count_only(std::uint64_t waited) {
    ++seen_;
    return fake_probe::count_only(waited);
  }
  bool was_preempted() {
#if defined(__linux__)
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    return std::exchange(preemptions_, used.ru_nivcsw) != used.ru_nivcsw;
#else
    return false;
#endif
  }

 private:
  std::atomic<unsigned>& seen_;
  const std::uint64_t begin_ = now();
  [[maybe_unused]] long preemptions_ = 0;
};

// A probe that sees stalls for a while, and is disturbed in all of them.
class disturbed_fake_probe : public fake_probe {
 public:
  disturbed_fake_probe() : fake_probe(0) {}
  bool go_on(std::uint64_t) { return now() - begin_ < 100'000'000; }
  bool was_preempted() { return true; }

 private:
  const std::uint64_t begin_ = now();
};

template <class Queue>
std::unique_ptr<stalled<Queue>> after_forty_stalls(std::vector<std::uint64_t>* waits = nullptr) {
  auto workload = std::make_unique<stalled<Queue>>(1 << 10);
  std::atomic<unsigned> seen{0};
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 2; ++thread) {
    threads.emplace_back([&, thread] {
      patient_fake_probe probe(seen);
      workload->run(thread, probe);
      if (thread == 1 && waits != nullptr) *waits = probe.waits;
    });
  }
  for (auto& thread : threads) thread.join();
  return workload;
}

}  // namespace

TEST_CASE("stalls: the longest wait, as far as it lies within the stall") {
  stall_log log;
  stall_witness witness(log, 0);
  reports seen;
  const auto completed = [&](std::uint64_t now) {
    witness.completed([=] { return now; },
                      [&](auto longest, auto begin, auto end) { seen.emplace_back(longest, end - begin); });
  };
  completed(90);
  log.begin(100);
  completed(120);  // 20 of the 30 since 90
  completed(170);
  completed(180);
  REQUIRE(seen.empty());
  log.end(200);
  completed(290);  // 20 of the 110 since 180
  REQUIRE(seen == reports{{50, 100}});

  // One stall ended before the witness noticed it, and one blocked the witness from before to after.
  log.begin(300);
  log.end(350);
  log.begin(400);
  log.end(500);
  completed(600);
  REQUIRE(seen == reports{{50, 100}, {50, 50}, {100, 100}});
  completed(700);
  REQUIRE(seen.size() == 3);
}

TEST_CASE("stalls: a witness that loses its CPU between the clock and the log") {
  stall_log log;
  stall_witness witness(log, 0);
  reports seen;
  // This happens right after the clock was read, but before the log is.
  const auto completed = [&](std::uint64_t now, auto meanwhile) {
    const auto clock = [&] {
      meanwhile();
      return now;
    };
    witness.completed(clock, [&](auto longest, auto begin, auto end) { seen.emplace_back(longest, end - begin); });
  };
  completed(100, [&] {
    log.begin(110);
    log.end(160);
  });
  REQUIRE(seen.empty());
  completed(300, [] {});
  REQUIRE(seen == reports{{50, 50}});

  log.begin(400);
  completed(420, [&] { log.end(500); });
  REQUIRE(seen.size() == 1);
  completed(520, [] {});
  REQUIRE(seen == reports{{50, 50}, {80, 100}});
}

TEST_CASE("stalled: who shares nothing does not wait") {
  std::vector<std::uint64_t> waits;
  const auto workload = after_forty_stalls<private_queues>(&waits);
  REQUIRE(workload->verify().empty());
  REQUIRE(waits.size() >= enough_stalls);
  REQUIRE(workload->figures().all == waits.size());
  REQUIRE(workload->figures().share_of_long_waits() < 0.5);
}

TEST_CASE("stalled: what a witness sees that lost its own CPU does not count") {
  stalled<fake_queue<misbehaviour::none>> workload(1 << 10);
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 2; ++thread) {
    threads.emplace_back([&, thread] {
      disturbed_fake_probe probe;
      workload.run(thread, probe);
    });
  }
  for (auto& thread : threads) thread.join();
  REQUIRE(workload.figures().all == 0);
  REQUIRE(workload.figures().share_of_long_waits() == 0);
}

TEST_CASE("stalled: who needs a lock that is nearly always taken often waits for most of the stall") {
  // On a crowded machine the victim may be off its CPU anyway when it is to be stalled, and then without the lock.
  double largest_share = 0;
  for (int round = 0; round < 10 && largest_share <= 0.2; ++round) {
    const auto workload = after_forty_stalls<slow_locked_queue>();
    REQUIRE(workload->verify().empty());
    REQUIRE(workload->figures().all >= 40);
    largest_share = std::max(largest_share, workload->figures().share_of_long_waits());
  }
  REQUIRE(largest_share > 0.2);
}

TEST_CASE("stalled: wrong answers are found") {
  REQUIRE(after_forty_stalls<fake_queue<misbehaviour::none>>()->verify().empty());
  REQUIRE(after_forty_stalls<fake_queue<misbehaviour::loses>>()->verify().find("1 of ") == 0);
  REQUIRE(after_forty_stalls<fake_queue<misbehaviour::doubles>>()->verify().find("1 items more came out") == 0);
  REQUIRE(after_forty_stalls<fake_queue<misbehaviour::alters>>()->verify() ==
          "as many items came out as went in, but not the same ones");
}
