// Contract scenarios about run(), fork_join() and group: answers, exceptions, and that nothing is left running.
#pragma once

#include <array>
#include <stdexcept>

#include "schedulers/tests/contract_tools.hpp"

namespace schedlab::scheduler_contract {

struct of_f : std::runtime_error {
  of_f() : runtime_error("of f") {}
};
struct of_g : std::runtime_error {
  of_g() : runtime_error("of g") {}
};

// The name of the exception that was thrown.
template <class F>
std::string thrown_by(F&& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing";
}

template <class S>
violation run_returns_and_throws(unsigned workers) {
  S some(scheduler_setup{.workers = workers});
  for (unsigned round = 0; round < 100; ++round) {
    unsigned ran = 0;  // not atomic: it is over when run returns
    some.run([&ran] { ++ran; });
    if (ran != 1) return text("run returned and its function had run ", ran, " times");
    const std::string thrown = thrown_by([&] { some.run([] { throw of_f(); }); });
    if (thrown != "of f") return text("run threw ", thrown, " instead of what its function threw");
  }
  some.drain();
  if (some.statistics().sum().failed != 0) return "a run counts as failed although its caller took the exception";
  return at_rest(some);
}

template <class S>
std::uint64_t fib(S& some, unsigned n) {
  if (n < 2) return n;
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  some.fork_join([&] { left = fib(some, n - 1); }, [&] { right = fib(some, n - 2); });
  return left + right;
}

template <class S>
violation forks_compute_fib(unsigned workers, unsigned n, std::uint64_t expected) {
  std::uint64_t in_run = 0;
  std::array<std::uint64_t, 4> in_tasks{};
  S some(scheduler_setup{.workers = workers});
  some.run([&] { in_run = fib(some, n); });
  if (in_run != expected) return text(workers, " workers: fib(", n, ") in run is ", in_run, " instead of ", expected);
  where_it_may_submit(some, [&] {
    for (std::uint64_t& each : in_tasks) (void)some.submit([&some, &each, n] { each = fib(some, n); });
  });
  some.drain();
  for (const std::uint64_t each : in_tasks) {
    if (each != expected) return text(workers, " workers: fib(", n, ") in a task is ", each, " instead of ", expected);
  }
  return at_rest(some);
}

template <class S>
violation forks_pass_exceptions_on(unsigned workers) {
  S some(scheduler_setup{.workers = workers});
  std::atomic<unsigned> unfinished{0};
  // A function that throws, or not, and that must be over when fork_join is.
  const auto side = [](bool throws, auto error, std::atomic<bool>& over, bool slow) {
    if (slow) std::this_thread::sleep_for(milliseconds(1));
    over = true;
    if (throws) throw error;
  };
  for (unsigned round = 0; round < 40; ++round) {
    for (const unsigned who : {0u, 1u, 2u, 3u}) {
      const bool f_throws = (who & 1) != 0;
      const bool g_throws = (who & 2) != 0;
      const std::string thrown = thrown_by([&] {
        some.run([&] {
          std::atomic<bool> f_over{false};
          std::atomic<bool> g_over{false};
          try {
            some.fork_join([&] { side(f_throws, of_f(), f_over, round % 2 == 0); },
                           [&] { side(g_throws, of_g(), g_over, round % 4 == 1); });
          } catch (...) {
            if (!f_over || !g_over) ++unfinished;
            throw;
          }
          if (!f_over || !g_over) ++unfinished;
        });
      });
      if (unfinished > 0) return "fork_join ended before both sides were over";
      const std::string expected = g_throws ? "of g" : f_throws ? "of f" : "nothing";
      if (thrown != expected) return text("fork_join threw ", thrown, " instead of ", expected);
    }
  }
  return {};
}

// Exceptions from deep below come through every level.
template <class S>
void throw_at_depth(S& some, unsigned depth) {
  if (depth == 0) throw of_f();
  some.fork_join([&] { throw_at_depth(some, depth - 1); }, [] {});
}

template <class S>
violation exceptions_climb(unsigned workers) {
  S some(scheduler_setup{.workers = workers});
  for (unsigned round = 0; round < 20; ++round) {
    const std::string thrown = thrown_by([&] { some.run([&] { throw_at_depth(some, 20); }); });
    if (thrown != "of f") return text("from 20 forks below came ", thrown, " instead of the exception");
  }
  return {};
}

template <class S>
violation groups_sync(unsigned workers, unsigned children) {
  S some(scheduler_setup{.workers = workers});
  violation found;
  some.run([&] {
    typename S::group all(some);
    all.sync();
    for (unsigned again = 0; again < 3; ++again) {
      roll_call runs(children);
      for (unsigned i = 0; i < children; ++i) {
        all.spawn([&runs, i, owned = std::make_unique<unsigned>(i)] {
          if (*owned == i) runs.ran(i);
        });
      }
      all.sync();
      if (!found) found = runs.each_once();
    }
  });
  if (found) return text("a group of ", children, ": after sync ", *found);
  return {};
}

template <class S>
unsigned count_leaves(S& some, unsigned depth) {
  if (depth == 0) return 1;
  std::array<unsigned, 4> leaves{};
  typename S::group children(some);
  for (unsigned& each : leaves) children.spawn([&some, &each, depth] { each = count_leaves(some, depth - 1); });
  children.sync();
  return leaves[0] + leaves[1] + leaves[2] + leaves[3];
}

template <class S>
violation groups_nest(unsigned workers) {
  S some(scheduler_setup{.workers = workers});
  unsigned leaves = 0;
  some.run([&] { leaves = count_leaves(some, 5); });
  if (leaves != 1024) return text("nested groups found ", leaves, " leaves instead of 1024");
  return {};
}

template <class S>
violation groups_pass_one_exception_on(unsigned workers) {
  constexpr unsigned children = 100;
  S some(scheduler_setup{.workers = workers});
  for (unsigned round = 0; round < 20; ++round) {
    std::atomic<unsigned> ran{0};
    unsigned at_sync = 0;
    std::string again;
    const std::string thrown = thrown_by([&] {
      some.run([&] {
        typename S::group all(some);
        for (unsigned i = 0; i < children; ++i) {
          all.spawn([&ran, i, round] {
            ++ran;
            if (i == round * 5) throw of_f();
          });
        }
        const std::string first = thrown_by([&] { all.sync(); });
        at_sync = ran;
        again = thrown_by([&] { all.sync(); });
        if (first == "of f") throw of_f();
      });
    });
    if (at_sync != children)
      return text("one child threw, and ", children - at_sync, " others did not run before sync ended");
    if (thrown != "of f") return text("sync threw ", thrown, " instead of what a child threw");
    if (again != "nothing") return text("a second sync threw ", again);
  }
  return {};
}

// Tasks that submit, fork and group, all at the same time.
template <class S>
violation everything_at_once(unsigned workers) {
  S some(scheduler_setup{.workers = workers});
  std::atomic<unsigned> right{0};
  constexpr unsigned rounds = 60;
  const auto work = [&](unsigned i) {
    if (fib(some, 8) == 21) ++right;
    (void)some.submit([&] {
      if (count_leaves(some, 2) == 16) ++right;
    });
    if (i % 3 == 0) throw of_f();
  };
  from_submitters(some, 2, [&](unsigned) {
    for (unsigned i = 0; i < rounds; ++i) (void)some.submit([&work, i] { work(i); });
  });
  some.drain();
  const unsigned submitters = S::traits.takes_outside_tasks ? 2 : 1;
  if (right != submitters * 2 * rounds)
    return text("of ", submitters * 2 * rounds, " answers ", right.load(), " were right");
  const std::uint64_t failed = some.statistics().sum().failed;
  if (failed != submitters * rounds / 3)
    return text(failed, " tasks count as failed instead of ", submitters * rounds / 3);
  return at_rest(some);
}

}  // namespace schedlab::scheduler_contract
