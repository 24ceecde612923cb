// The contract scenario about memory that runs out: a life of a scheduler is lived again and again, and each time
// another one of its allocations fails, in whichever thread makes it: the maker's, a submitter's, a worker's. An
// operation that could not be done throws and has not happened; everything else runs once, no thread hangs, and the
// books are right.
#pragma once

#include <array>
#include <atomic>
#include <new>
#include <optional>

#include "queues/tests/memory_shortage.hpp"
#include "schedulers/tests/contract_memory.hpp"

namespace schedlab::scheduler_contract {

template <class S>
class life_in_shortage {
 public:
  explicit life_in_shortage(unsigned workers) : workers_(workers) {}

  // One life whose nth allocation fails, if it makes so many.
  violation live(std::uint64_t nth) {
    const without_store nothing_kept;
    std::optional<S> some;
    {
      const contract::shortage_for_all shortage(nth);
      make(some);
      submit_from_outside(*some);
      run_inside(*some);
      some->drain();
      if (!each_ran_unless_refused()) wrong_ = "drain returned before every accepted task had run once";
      some->stop();
      has_struck_ = contract::shortage_for_all::has_struck();
    }
    if (wrong_ != nullptr) return wrong_.load();
    if (!each_ran_unless_refused()) return "a task ran twice, or after it had been refused";
    return at_rest(*some);
  }

  bool has_struck() const { return has_struck_; }

 private:
  // Numbers of tasks and children: those from outside, two of each of them, those of a group, those of nested forks.
  static constexpr std::size_t outside = 12;
  static constexpr std::size_t inside = 2 * outside;
  static constexpr std::size_t spawned = 40;
  static constexpr std::size_t forked = 24;
  static constexpr std::size_t first_inside = outside;
  static constexpr std::size_t first_spawned = first_inside + inside;
  static constexpr std::size_t first_forked = first_spawned + spawned;
  static constexpr std::size_t numbers = first_forked + forked;

  bool each_ran_unless_refused() const {
    for (std::size_t i = 0; i < numbers; ++i) {
      if (runs_of_[i] != (was_refused_[i] ? 0 : 1)) return false;
    }
    return true;
  }

  // A submitter that finds no memory tries again later. There is little room, so that queues fill and deques grow.
  void make(std::optional<S>& some) {
    const scheduler_setup setup{.workers = workers_, .queue_capacity = 2, .deque_capacity = 2};
    try {
      some.emplace(setup);
    } catch (const std::bad_alloc&) {
      some.emplace(setup);
    }
  }

  template <class Submitter, class F>
  void submit(Submitter& to, std::size_t number, F body) {
    task work(body);
    try {
      if (to.submit(std::move(work)) != submit_status::accepted) wrong_ = "a submission was refused without a stop";
    } catch (const std::bad_alloc&) {
      was_refused_[number] = true;
      // NOLINTNEXTLINE(bugprone-use-after-move): a submission that throws leaves its task alone.
      if (!work) wrong_ = "a submission that found no memory took the callable";
    }
  }

  void submit_from_outside(S& some) {
    const auto submit_all = [&](auto&& mine) {
      for (std::size_t i = 0; i < outside; ++i) {
        submit(mine, i, [this, &some, i] {
          ++runs_of_[i];
          for (const std::size_t child : {first_inside + 2 * i, first_inside + 2 * i + 1}) {
            submit(some, child, [this, child] { ++runs_of_[child]; });
          }
        });
        if (!was_refused_[i]) continue;
        was_refused_[first_inside + 2 * i] = true;
        was_refused_[first_inside + 2 * i + 1] = true;
      }
    };
    try {
      submit_all(attach_submitter(some));
    } catch (const std::bad_alloc&) {
      submit_all(attach_submitter(some));
    }
  }

  void run_inside(S& some) {
    if constexpr (S::traits.joins) {
      bool has_begun = false;
      const auto root = [&] {
        has_begun = true;
        spawn_all(some);
        fork_all(some, 0);
      };
      try {
        some.run(root);
      } catch (const std::bad_alloc&) {
        if (has_begun) wrong_ = "a run that had begun found no memory";
        some.run(root);
      }
    } else {
      for (std::size_t i = first_spawned; i < numbers; ++i) was_refused_[i] = true;
    }
  }

  void spawn_all(S& some) {
    typename S::group children(some);
    for (std::size_t i = first_spawned; i < first_forked; ++i) {
      try {
        children.spawn([this, i] { ++runs_of_[i]; });
      } catch (const std::bad_alloc&) {
        was_refused_[i] = true;
      }
    }
    children.sync();
  }

  void fork_all(S& some, std::size_t depth) {
    if (depth == forked) return;
    some.fork_join([this, depth] { ++runs_of_[first_forked + depth]; }, [&, depth] { fork_all(some, depth + 1); });
  }

  const unsigned workers_;
  std::array<std::atomic<unsigned>, numbers> runs_of_{};
  std::array<std::atomic<bool>, numbers> was_refused_{};
  std::atomic<const char*> wrong_{nullptr};
  bool has_struck_ = false;
};

// How often memory ran out goes into `failed`.
template <class S>
violation memory_runs_out(unsigned workers, std::uint64_t& failed) {
  failed = 0;
  for (bool struck = true; struck; failed += struck ? 1 : 0) {
    life_in_shortage<S> life(workers);
    if (const violation found = life.live(failed + 1)) return text("allocation ", failed + 1, " failed: ", *found);
    struck = life.has_struck();
  }
  if (failed == 0) return "it was never seen to allocate";
  return {};
}

}  // namespace schedlab::scheduler_contract
