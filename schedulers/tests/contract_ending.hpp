// Contract scenarios about waiting and ending: what drain() and stop() wait for, what a stop refuses, and that neither can
// be called where it would wait for itself.
#pragma once

#include <deque>
#include <optional>
#include <stdexcept>

#include "schedulers/tests/contract_tools.hpp"

namespace schedlab::scheduler_contract {

// Tasks that submit the next one at their end, some slowly, so that there is always only little in sight.
template <class S>
class chains {
 public:
  chains(S& some, unsigned count, unsigned length) : some_(some), count_(count), length_(length) {}

  void begin() {
    where_it_may_submit(some_, [this] {
      for (unsigned i = 0; i < count_; ++i) submit(length_);
    });
  }
  violation all_ran() const {
    const unsigned expected = count_ * length_;
    if (ran_ == expected) return {};
    return text("it returned when ", ran_.load(), " of ", expected, " tasks had run");
  }

 private:
  void submit(unsigned left) {
    (void)some_.submit([this, left] {
      if (left % 8 == 0) std::this_thread::sleep_for(milliseconds(1));
      ++ran_;
      if (left > 1) submit(left - 1);
    });
  }

  S& some_;
  const unsigned count_;
  const unsigned length_;
  std::atomic<unsigned> ran_{0};
};

template <class S>
violation drain_waits_for_tasks_of_tasks(unsigned workers) {
  std::deque<chains<S>> rounds;  // outlives the scheduler, should tasks be left
  S some(scheduler_setup{.workers = workers});
  some.drain();
  some.drain();
  for (unsigned round = 0; round < 20; ++round) {
    chains<S>& work = rounds.emplace_back(some, 1 + round % 4, 16);
    work.begin();
    some.drain();
    if (const violation found = work.all_ran()) return text("drain: ", *found);
    if (violation found = at_rest(some)) return found;
    some.drain();
  }
  return {};
}

// Several threads drain while others submit: each sees its own tasks done.
template <class S>
violation many_may_drain(unsigned workers) {
  S some(scheduler_setup{.workers = workers});
  std::atomic<unsigned> early{0};
  run_team(3, [&](unsigned) {
    for (unsigned round = 0; round < 50; ++round) {
      std::atomic<unsigned> ran{0};
      for (unsigned i = 0; i < 10; ++i) (void)some.submit([&ran] { ++ran; });
      some.drain();
      if (ran != 10) ++early;
      // Tasks that have not run yet still use this counter.
      while (ran != 10) std::this_thread::yield();
    }
  });
  some.drain();
  if (early > 0) return text("drain returned ", early.load(), " times before the caller's tasks had run");
  return at_rest(some);
}

enum class ending { stop, destructor };

// A scheduler that accepts up to `tasks` behind some that hold the workers up, and then ends.
template <class S>
violation ending_runs_what_was_accepted(unsigned workers, std::size_t tasks, ending how) {
  roll_call runs(tasks);
  std::size_t accepted = 0;
  {
    S some(scheduler_setup{.workers = workers, .queue_capacity = tasks + workers});
    where_it_may_submit(some, [&] {
      for (unsigned i = 0; i < workers; ++i) (void)some.submit([] { std::this_thread::sleep_for(milliseconds(20)); });
      const auto end = test_clock::now() + std::chrono::seconds(3);
      for (; accepted < tasks; ++accepted) {
        if (accepted % 64 == 0 && test_clock::now() > end) break;
        (void)some.submit([&runs, accepted] { runs.ran(accepted); });
      }
    });
    if (how == ending::stop) {
      some.stop();
      if (const violation found = runs.each_once(0, accepted)) return text("after stop: ", *found);
      if (const violation found = at_rest(some)) return text("after stop: ", *found);
    }
  }
  if (const violation found = runs.each_once(0, accepted)) return text("after its end: ", *found);
  return {};
}

template <class S>
violation stop_may_be_called_often(unsigned workers) {
  for (unsigned round = 0; round < 50 / slowdown; ++round) {
    std::optional<chains<S>> work;
    S some(scheduler_setup{.workers = workers});
    work.emplace(some, 2u, 10u).begin();
    std::atomic<unsigned> early{0};
    run_team(4, [&](unsigned) {
      some.stop();
      if (work->all_ran()) ++early;
    });
    if (early > 0) return text(early.load(), " of 4 threads came back from stop before all tasks had run");
    some.stop();
    if (some.submit([] {}) != submit_status::stopped) return "a stopped scheduler took a task";
    const scheduler_statistics all = some.statistics();
    if (all.refused != 1) return text("it counts ", all.refused, " refusals instead of 1");
    some.drain();
    if (violation found = at_rest(some)) return found;
  }
  return {};
}

// Submitters go on until they are refused.
template <class S>
violation submitters_race_with_stop(unsigned workers) {
  for (unsigned round = 0; round < 50 / slowdown; ++round) {
    std::atomic<std::int64_t> alive{0};
    std::atomic<std::uint64_t> ran{0};
    std::atomic<std::uint64_t> accepted{0};
    std::atomic<std::uint64_t> emptied{0};
    constexpr unsigned submitters = 3;
    S some(scheduler_setup{.workers = workers});
    run_team(submitters + 1, [&](unsigned who) {
      if (who == submitters) {
        std::this_thread::sleep_for(std::chrono::microseconds(100 * (round % 10)));
        some.stop();
        return;
      }
      auto&& mine = attach_submitter(some);
      for (;;) {
        task next = [&ran, seen = witness(alive)] { ++ran; };
        if (mine.submit(std::move(next)) == submit_status::stopped) {
          // NOLINTNEXTLINE(bugprone-use-after-move): the contract leaves a refused task alone.
          if (!next) ++emptied;
          return;
        }
        ++accepted;
      }
    });
    if (ran != accepted) return text("it accepted ", accepted.load(), " tasks and ran ", ran.load());
    if (emptied > 0) return "it took the callable out of a task that it refused";
    if (alive != 0) return text(alive.load(), " captures live after the stop");
    const scheduler_statistics all = some.statistics();
    if (all.accepted != accepted || all.refused != submitters) {
      return text("it says accepted ", all.accepted, " and refused ", all.refused, ", and it was ", accepted.load(),
                  " and ", submitters);
    }
    if (violation found = at_rest(some)) return found;
  }
  return {};
}

// A task that is running when the stop begins, and submits another.
template <class S>
violation stopping_takes_tasks_of_tasks(unsigned workers) {
  for (unsigned round = 0; round < 10; ++round) {
    std::atomic<bool> began{false};
    std::atomic<bool> refuses{false};
    std::atomic<unsigned> taken{0};
    std::atomic<unsigned> ran{0};
    S some(scheduler_setup{.workers = workers});
    const auto parent = [&] {
      began = true;
      (void)comes_true([&] { return refuses.load(); });
      for (unsigned i = 0; i < 10; ++i) {
        if (some.submit([&ran] { ++ran; }) == submit_status::accepted) ++taken;
      }
    };
    const auto stop_and_see = [&](unsigned who) {
      if (!comes_true([&] { return began.load(); })) return;
      if (who == 0) return some.stop();
      if constexpr (S::traits.takes_outside_tasks) {
        (void)comes_true([&] { return some.submit([] {}) == submit_status::stopped; });
      } else {
        std::this_thread::sleep_for(milliseconds(20));
      }
      refuses = true;
    };
    std::thread others([&] { run_team(2, stop_and_see); });
    where_it_may_submit(some, [&] { (void)some.submit(parent); });
    others.join();
    if (taken != 10) return text("while it stopped it refused ", 10 - taken, " of 10 tasks of a task");
    if (ran != 10) return text("of 10 tasks accepted while it stopped it ran ", ran.load());
  }
  return {};
}

template <class F>
bool throws_logic_error(F&& call) {
  try {
    call();
  } catch (const std::logic_error&) {
    return true;
  }
  return false;
}

template <class S>
violation waits_for_no_task_of_its_own(unsigned workers) {
  std::atomic<unsigned> right{0};
  S some(scheduler_setup{.workers = workers});
  const auto tries_both = [&] {
    right += throws_logic_error([&] { some.drain(); });
    right += throws_logic_error([&] { some.stop(); });
  };
  some.run(tries_both);
  where_it_may_submit(some, [&] { (void)some.submit(tries_both); });
  some.drain();
  unsigned expected = 4;
  if constexpr (S::traits.joins) {
    some.run([&] { some.fork_join(tries_both, tries_both); });
    expected += 4;
  }
  if (right != expected)
    return text("inside tasks ", expected - right, " of ", expected, " calls of drain and stop did not throw");
  // The scheduler has taken no harm, and is not stopped.
  bool ran = false;
  some.run([&ran] { ran = true; });
  if (!ran) return "after drain and stop inside a task it runs nothing";
  return {};
}

}  // namespace schedlab::scheduler_contract
