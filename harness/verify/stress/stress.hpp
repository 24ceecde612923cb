// Stress: threads work on one queue, every operation is recorded, and the history is judged afterwards. Over
// delaying_memory the seed decides where each thread waits; over native memory it only decides which thread pushes
// when.
//
// With an even seed half of the threads push and half pop, with an odd one every thread does both, where the design
// allows it. A deque has an owner and thieves, and with an even seed its owner mostly pushes, so that it becomes deep.
// Every item is pushed once. When the threads have ended the remaining items are popped, so that lost items are seen.
// Short histories are judged by linearize, which is exact, long ones by queue_history.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/verify/history/complaint.hpp"
#include "harness/verify/stress/delaying_memory.hpp"
#include "harness/verify/stress/logged_handle.hpp"
#include "workloads/splitmix.hpp"

namespace schedlab::verify {

struct stress_options {
  unsigned threads = 4;
  std::size_t operations = 100'000;  // tries, by all threads together, before the remaining items are popped
  std::uint64_t seed = 1;
  std::size_t capacity = 64;
};

struct stress_verdict {
  bool right = true;
  explanation why;  // if it is wrong
  std::uint64_t seed = 0;
  std::vector<timed_operation> history;
};

// What a thread does in a stress run.
enum class stress_role : std::uint8_t { pushes, pops, both, idle };
stress_role stress_role_of(const queue_traits& traits, const stress_options& options, unsigned thread);

// A short history is judged exactly; for a long one see queue_history.hpp.
stress_verdict judge(const queue_traits& traits, const stress_options& options, std::vector<timed_operation> history);

// The type of the numbers that go through a design.
template <class Design>
using stress_item = std::conditional_t<Design::traits.item == item_kind::index, std::uint32_t, std::uint64_t>;

template <class Design>
class stress_run {
 public:
  explicit stress_run(const stress_options& options) : options_(options), design_(options.capacity) {}

  std::vector<timed_operation> history() {
    const std::size_t share = options_.operations / options_.threads;
    std::vector<recorder::log*> logs;
    for (unsigned thread = 0; thread < options_.threads; ++thread) logs.push_back(&all_.add_log(share));
    recorder::log& rest = all_.add_log(options_.operations + empties_to_end);
    {
      std::vector<std::jthread> team;
      for (unsigned thread = 0; thread < options_.threads; ++thread) {
        team.emplace_back([this, thread, share, log = logs[thread]] { work(thread, share, *log); });
      }
    }
    if constexpr (is_deque) {
      drain(attach_logged<item>(design_, owner_role{}, rest));
    } else {
      drain(attach_logged<item>(design_, consumer_role{}, rest));
    }
    return all_.history();
  }

 private:
  using item = stress_item<Design>;
  static constexpr bool is_deque = deque<Design, item>;
  // A weak design may wrongly say empty, but hardly so often in a row while no other thread is at work.
  static constexpr unsigned empties_to_end = Design::traits.strength == try_strength::weak ? 3 : 1;
  static constexpr std::uint64_t as_often = 2;
  static constexpr std::uint64_t mostly_pushes = 4;
  static constexpr unsigned patience = 16;  // failures in a row until the thread yields

  void work(unsigned thread, std::size_t share, recorder::log& log) {
    // Threads of a short run overlap only if none begins before all are here.
    arrived_.fetch_add(1);
    while (arrived_.load() < options_.threads) std::this_thread::yield();
    splitmix random(options_.seed * golden_gamma + thread);
    delaying_memory::seed_this_thread(random.next());
    const std::uint64_t first = thread * share;
    const stress_role role = stress_role_of(Design::traits, options_, thread);
    if constexpr (is_deque) {
      if (thread == 0) {
        push_and_pop(attach_logged<item>(design_, owner_role{}, log), first, share, random,
                     options_.seed % 2 == 0 ? mostly_pushes : as_often);
      } else {
        repeat(share, [thief = attach_logged<item>(design_, thief_role{}, log)]() mutable { return thief.steal(); });
      }
    } else if (role == stress_role::both) {
      push_and_pop(attach_logged<item>(design_, both_role{}, log), first, share, random, as_often);
    } else if (role == stress_role::pushes) {
      repeat(share, [number = first, handle = attach_logged<item>(design_, producer_role{}, log)]() mutable {
        const answer said = handle.push(number);
        if (said == answer::ok) ++number;
        return said;
      });
    } else if (role == stress_role::pops) {
      repeat(share, [handle = attach_logged<item>(design_, consumer_role{}, log)]() mutable { return handle.pop(); });
    }
    delaying_memory::stop_delaying();
  }

  // One operation in `share` is a pop.
  template <class Handle>
  static void push_and_pop(Handle handle, std::uint64_t number, std::size_t share, splitmix& random,
                           std::uint64_t pops_one_in) {
    repeat(share, [&] {
      if (random.one_in(pops_one_in)) return handle.pop();
      const answer said = handle.push(number);
      if (said == answer::ok) ++number;
      return said;
    });
  }

  template <class Act>
  static void repeat(std::size_t times, Act act) {
    unsigned failures = 0;
    for (std::size_t i = 0; i < times; ++i) {
      failures = act() == answer::ok ? 0 : failures + 1;
      if (failures % patience == patience - 1) std::this_thread::yield();
    }
  }

  // A correct design gives out no more items than went in; the limit stops a broken one.
  template <class Handle>
  void drain(Handle handle) {
    unsigned empties = 0;
    for (std::size_t i = 0; i < options_.operations + empties_to_end && empties < empties_to_end; ++i) {
      empties = handle.pop() == answer::ok ? 0 : empties + 1;
    }
  }

  const stress_options options_;
  Design design_;
  recorder all_;
  std::atomic<unsigned> arrived_{0};
};

template <class Design>
std::vector<timed_operation> stress(const stress_options& options) {
  return stress_run<Design>(options).history();
}

// Runs consecutive seeds until one is wrong.
template <class Design>
stress_verdict stress_rounds(stress_options options, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round, ++options.seed) {
    stress_verdict found = judge(Design::traits, options, stress<Design>(options));
    if (!found.right) return found;
  }
  return {};
}

}  // namespace schedlab::verify
