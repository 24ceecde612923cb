// Scenarios for schedulers when memory runs short: a task that could not be accepted is not waited for.
#pragma once

#include <new>
#include <vector>

#include "queues/tests/allocation_count.hpp"
#include "schedulers/pooled_blocks.hpp"
#include "schedulers/tests/contract_tools.hpp"

namespace schedlab::scheduler_contract {

// While one of these lives, no thread finds a pooled block of the smallest size that was kept.
class without_store {
 public:
  without_store() {
    // Takes kept blocks until a new one has to be made.
    for (const std::size_t before = pooled_blocks::bytes_held(); pooled_blocks::bytes_held() <= before;) take();
    held_.reserve(held_.size() + 2 * pooled_blocks::chain_length);
    for (const std::size_t before = pooled_blocks::bytes_held(); pooled_blocks::bytes_held() <= before;) take();
  }
  without_store(const without_store&) = delete;
  without_store& operator=(const without_store&) = delete;
  ~without_store() {
    for (void* const block : held_) pooled_blocks::give_back(block, bytes, alignof(void*));
  }

 private:
  static constexpr std::size_t bytes = pooled_blocks::smallest;
  void take() { held_.push_back(pooled_blocks::take(bytes, alignof(void*))); }
  std::vector<void*> held_;
};

// While one of these lives, its thread gets no memory, and has none in store.
class without_memory {
 public:
  without_memory() { contract::allocations_fail = true; }
  without_memory(const without_memory&) = delete;
  without_memory& operator=(const without_memory&) = delete;
  ~without_memory() { contract::allocations_fail = false; }

 private:
  const without_store nothing_kept_;
};

enum class attempt { accepted, no_memory };

template <class Submit>
attempt without_memory_try(Submit submit) {
  const without_memory now;
  try {
    submit();
    return attempt::accepted;
  } catch (const std::bad_alloc&) {
    return attempt::no_memory;
  }
}

// A submission that finds no memory throws, from outside and from inside, and its task is not waited for. An own
// scheduler leaves the task alone; a library may have taken it already.
template <class S>
violation memory_runs_short(unsigned workers) {
  std::atomic<unsigned> ran{0};
  unsigned accepted = 0;
  unsigned refused = 0;
  constexpr bool is_own = S::traits.kind == design_kind::own;
  violation wrong;
  S some(scheduler_setup{.workers = workers});
  const auto try_all = [&] {
    for (int i = 0; i < 3; ++i) {
      task work([&ran] { ++ran; });
      const attempt was = without_memory_try([&] { (void)some.submit(std::move(work)); });
      (was == attempt::accepted ? accepted : refused) += 1;
      if (is_own && was == attempt::no_memory && !work) wrong = text("a submission that threw took the callable out");
    }
    (void)some.submit([&ran] { ++ran; });
    ++accepted;
  };
  some.run(try_all);
  if (S::traits.takes_outside_tasks) try_all();
  some.drain();
  if (wrong) return wrong;
  if (ran != accepted) return text("of ", accepted, " accepted tasks ", ran.load(), " ran");
  if (!some.statistics().adds_up()) return text("the statistics do not add up");
  if (is_own && refused == 0) return text("no submission found that memory was short");
  return {};
}

// A chain of forks, each within the one before, of which a deque at its first size cannot hold all.
template <class S>
void fork_below(S& some, unsigned depth, std::atomic<unsigned>& ran) {
  if (depth == 0) return;
  some.fork_join([&ran] { ++ran; }, [&some, depth, &ran] { fork_below(some, depth - 1, ran); });
}

template <class S>
violation forks_go_on_without_memory(unsigned workers) {
  constexpr unsigned depth = 1000;
  std::atomic<unsigned> ran{0};
  S some(scheduler_setup{.workers = workers});
  some.run([&] {
    const without_memory now;
    fork_below(some, depth, ran);
  });
  if (ran != depth) return text("of ", depth, " children ", ran.load(), " ran");
  return {};
}

}  // namespace schedlab::scheduler_contract
