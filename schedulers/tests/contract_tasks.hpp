// Contract scenarios about tasks: each runs once, whatever it carries and whichever thread submits it; its result or
// exception arrives where it should.
#pragma once

#include <array>
#include <cstdint>
#include <future>
#include <mutex>
#include <set>
#include <stdexcept>

#include "schedulers/tests/contract_tools.hpp"

namespace schedlab::scheduler_contract {

struct traffic {
  unsigned submitters = 1;
  unsigned workers = 1;
  std::size_t tasks = 100'000 / slowdown;
  milliseconds time_box{500};

  std::string name() const { return text(submitters, " submitters, ", workers, " workers"); }
};

template <class S>
violation every_task_runs_once(const traffic& what) {
  const std::size_t share = what.tasks / what.submitters;
  roll_call runs(share * what.submitters);
  std::vector<std::size_t> submitted(what.submitters);
  std::atomic<std::size_t> refused{0};
  S some(scheduler_setup{.workers = what.workers});
  const auto end = test_clock::now() + what.time_box;
  from_submitters(some, what.submitters, [&](unsigned who) {
    auto&& mine = attach_submitter(some);
    for (std::size_t i = 0; i < share; ++i) {
      if (i % 64 == 0 && test_clock::now() > end) break;
      const std::size_t number = who * share + i;
      if (mine.submit([&runs, number] { runs.ran(number); }) != submit_status::accepted) ++refused;
      ++submitted[who];
    }
  });
  some.drain();
  if (refused > 0) return text(what.name(), ": refused ", refused.load(), " tasks without a stop");
  for (unsigned who = 0; who < what.submitters; ++who) {
    const std::size_t first = who * share;
    if (const violation found = runs.each_once(first, first + submitted[who])) return text(what.name(), ": ", *found);
  }
  if (const violation found = at_rest(some)) return text(what.name(), ": ", *found);
  const std::uint64_t accepted = some.statistics().accepted;
  std::size_t expected = S::traits.takes_outside_tasks ? 0 : 1;  // run() is a task too
  for (const std::size_t count : submitted) expected += count;
  if (accepted != expected) return text(what.name(), ": says that it accepted ", accepted, " of ", expected, " tasks");
  return {};
}

// Callables that lie inside a task and those that do not, aligned more than usual, and such that cannot be copied.
template <class S>
violation carries_any_callable(unsigned workers) {
  struct alignas(64) aligned {
    std::uint64_t value;
  };
  constexpr std::uint64_t rounds = 500;
  std::atomic<std::uint64_t> sum{0};
  std::atomic<std::uint64_t> misplaced{0};
  S some(scheduler_setup{.workers = workers});
  where_it_may_submit(some, [&] {
    for (std::uint64_t i = 0; i < rounds; ++i) {
      std::array<std::uint64_t, 6> inside{};
      inside[4] = i;
      std::array<std::uint64_t, 100> large{};
      large[99] = i;
      (void)some.submit([&sum, small = inside[4]] { sum += small; });
      (void)some.submit([&sum, inside] { sum += inside[4]; });
      (void)some.submit([&sum, large] { sum += large[99]; });
      (void)some.submit([&sum, owned = std::make_unique<std::uint64_t>(i)] { sum += *owned; });
      (void)some.submit([&sum, &misplaced, kept = aligned{i}] {
        if (reinterpret_cast<std::uintptr_t>(&kept) % alignof(aligned) != 0) ++misplaced;
        sum += kept.value;
      });
    }
  });
  some.drain();
  if (misplaced > 0) return text(misplaced.load(), " callables do not lie where their alignment wants");
  const std::uint64_t expected = 5 * (rounds * (rounds - 1) / 2);
  if (sum != expected) return text("the callables added up to ", sum.load(), " instead of ", expected);
  return {};
}

// A tree: task n submits 2n + 1 and 2n + 2.
template <class S>
class growing_tree {
 public:
  growing_tree(unsigned workers, std::size_t tasks) : runs_(tasks), some_(scheduler_setup{.workers = workers}) {}

  violation grow() {
    where_it_may_submit(some_, [this] { submit(0); });
    some_.drain();
    if (violation found = runs_.each_once()) return found;
    if (refused_ > 0) return text("refused ", refused_.load(), " tasks of tasks");
    return at_rest(some_);
  }

 private:
  void submit(std::size_t number) {
    if (number >= runs_.size()) return;
    const submit_status status = some_.submit([this, number] {
      submit(2 * number + 1);
      runs_.ran(number);
      submit(2 * number + 2);
    });
    if (status != submit_status::accepted) ++refused_;
  }

  roll_call runs_;
  std::atomic<std::size_t> refused_{0};
  S some_;
};

template <class S>
violation tasks_submit_tasks(unsigned workers, std::size_t tasks) {
  return growing_tree<S>(workers, tasks).grow();
}

template <class S>
violation results_come_back(unsigned workers) {
  bool ran = false;
  S some(scheduler_setup{.workers = workers});
  std::future<int> value;
  std::future<void> nothing;
  std::future<std::unique_ptr<int>> owned;
  std::future<int> error;
  where_it_may_submit(some, [&] {
    value = submit_for_result(some, [] { return 42; });
    nothing = submit_for_result(some, [&ran] { ran = true; });
    owned = submit_for_result(some, [] { return std::make_unique<int>(7); });
    error = submit_for_result(some, []() -> int { throw std::domain_error("of the task"); });
  });
  if (value.get() != 42) return "a result arrived changed";
  nothing.get();
  if (!ran) return "a future without a value was ready before its task had run";
  if (const auto found = owned.get(); found == nullptr || *found != 7) return "a result that is moved arrived changed";
  try {
    (void)error.get();
    return "an exception did not arrive in the future";
  } catch (const std::domain_error&) {
  }
  some.drain();
  if (some.statistics().sum().failed != 0) return "a task counts as failed although its future took the exception";
  some.stop();
  std::future<int> late = submit_for_result(some, [] { return 1; });
  try {
    (void)late.get();
    return "a result came from a stopped scheduler";
  } catch (const std::runtime_error&) {
  }
  return {};
}

// Every second task throws; the others, and those that come later, run all the same.
template <class S>
violation failures_reach_on_error(unsigned workers) {
  constexpr unsigned rounds = 1000;
  std::atomic<unsigned> told{0};
  std::atomic<unsigned> wrongly_told{0};
  std::atomic<unsigned> ran{0};
  S some(scheduler_setup{.workers = workers, .on_error = [&](const std::exception_ptr& error) {
                           try {
                             std::rethrow_exception(error);
                           } catch (const std::domain_error&) {
                             ++told;
                           } catch (...) {
                             ++wrongly_told;
                           }
                         }});
  for (unsigned half = 1; half <= 2; ++half) {
    where_it_may_submit(some, [&] {
      for (unsigned i = 0; i < rounds / 2; ++i) {
        (void)some.submit([&ran, i] {
          ++ran;
          if (i % 2 == 0) throw std::domain_error("of the task");
        });
      }
    });
    some.drain();
    if (ran != half * rounds / 2)
      return text("after failures only ", ran.load(), " of ", half * rounds / 2, " tasks ran");
  }
  if (wrongly_told > 0) return "on_error was given another exception";
  const std::uint64_t failed = some.statistics().sum().failed;
  if (told != rounds / 2 || failed != rounds / 2) {
    return text(rounds / 2, " tasks threw; on_error was told of ", told.load(), ", and ", failed, " count as failed");
  }
  return at_rest(some);
}

// Without on_error a failure is counted and nothing else.
template <class S>
violation failures_need_no_listener(unsigned workers) {
  S some(scheduler_setup{.workers = workers});
  where_it_may_submit(some, [&] { (void)some.submit([] { throw 1; }); });
  some.drain();
  if (some.statistics().sum().failed != 1) return "a failure without on_error was not counted";
  return at_rest(some);
}

template <class S>
violation captures_end_once(unsigned workers) {
  constexpr unsigned tasks = 1000;
  std::atomic<std::int64_t> alive{0};
  {
    S some(scheduler_setup{.workers = workers});
    where_it_may_submit(some, [&] {
      for (unsigned i = 0; i < tasks; ++i) {
        (void)some.submit([seen = witness(alive)] {});
        (void)some.submit([seen = witness(alive), large = std::array<char, 200>{}] { (void)large; });
        (void)some.submit([seen = witness(alive)] { throw 1; });
      }
    });
    some.drain();
    if (alive != 0) return text(alive.load(), " of ", 3 * tasks, " captures live after their tasks");
    some.stop();
    {
      task refused = [seen = witness(alive)] {};
      if (some.submit(std::move(refused)) != submit_status::stopped) return "a stopped scheduler took a task";
      // NOLINTNEXTLINE(bugprone-use-after-move): the contract leaves a refused task alone.
      if (!refused || alive != 1) return "a refused task was not left alone";
    }
    if (alive != 0) return text("after a refusal ", alive.load(), " captures live");
  }
  if (alive != 0) return text(alive.load(), " captures live after the scheduler");
  return {};
}

template <class S>
violation knows_its_workers() {
  for (const unsigned workers : {1u, 2u, 4u}) {
    S some(scheduler_setup{.workers = workers});
    const unsigned expected = S::traits.kind == design_kind::yardstick ? 1 : workers;
    if (const unsigned told = some.worker_count(); told != expected) {
      return text("of ", workers, " workers it says ", told);
    }
  }
  return {};
}

// Own pools call on_start once per worker. A library may have its threads come and go, but knows no other numbers.
template <class S>
violation workers_start_once(unsigned workers) {
  std::mutex mutex;
  std::multiset<unsigned> started;
  std::set<std::thread::id> threads;
  {
    S some(scheduler_setup{.workers = workers, .on_start = [&](unsigned worker) {
                             const std::lock_guard held(mutex);
                             started.insert(worker);
                             threads.insert(std::this_thread::get_id());
                           }});
    std::atomic<unsigned> too_early{0};
    where_it_may_submit(some, [&] {
      for (int i = 0; i < 200; ++i) {
        (void)some.submit([&] {
          const std::lock_guard held(mutex);
          if (S::traits.kind == design_kind::own && !threads.contains(std::this_thread::get_id())) ++too_early;
        });
      }
    });
    some.stop();
    if (too_early > 0) return "a thread ran a task before on_start was called in it";
  }
  for (const unsigned worker : started) {
    if (worker >= workers) return text("on_start was called for worker ", worker, " of ", workers);
  }
  if (S::traits.kind != design_kind::own) return {};
  for (unsigned worker = 0; worker < workers; ++worker) {
    if (started.count(worker) != 1)
      return text("on_start was called ", started.count(worker), " times for worker ", worker);
  }
  if (threads.size() != workers) return text("on_start was called in ", threads.size(), " threads of ", workers);
  return {};
}

// As many tasks as workers, each of which waits until all have begun: no worker may sleep beside a task that is queued. They
// come in turns from outside, after a rest in which all fall asleep, and from a task.
template <class S>
violation all_workers_get_moving(unsigned workers, milliseconds patience = std::chrono::seconds(20)) {
  std::atomic<unsigned> begun{0};
  std::atomic<bool> given_up{false};
  const auto meet = [&] {
    ++begun;
    while (begun < workers && !given_up) std::this_thread::yield();
  };
  S some(scheduler_setup{.workers = workers});
  for (int round = 0; round < 20; ++round) {
    begun = 0;
    const auto submit_all = [&] {
      for (unsigned i = 0; i < workers; ++i) (void)some.submit(meet);
    };
    std::this_thread::sleep_for(milliseconds(1));
    round % 2 == 0 ? submit_all() : (void)some.submit(submit_all);
    if (!comes_true([&] { return begun == workers; }, patience)) {
      const unsigned so_far = begun;
      given_up = true;
      return text("of ", workers, " tasks that wait for each other ", so_far, " began");
    }
    some.drain();
  }
  return {};
}

}  // namespace schedlab::scheduler_contract
