// The cells of one queue: which workloads its traits allow, at which loads. Included by one generated unit per design.
#pragma once

#include <algorithm>
#include <set>

#include "harness/measure/placement.hpp"
#include "harness/measure/resident_memory.hpp"
#include "harness/run/cell.hpp"
#include "harness/run/queue_under_test.hpp"
#include "harness/run/thread_team.hpp"
#include "workloads/queues/growth.hpp"
#include "workloads/queues/memory.hpp"
#include "workloads/queues/mpmc.hpp"
#include "workloads/queues/owner_and_thieves.hpp"
#include "workloads/queues/pair.hpp"
#include "workloads/queues/ping_pong.hpp"
#include "workloads/queues/shared_pairs.hpp"

namespace schedlab {

inline constexpr std::size_t default_capacity = 1024;

template <class Workload, class... Arguments>
measurement measure_window(const repetition_request& request, Arguments... arguments) {
  Workload workload(arguments...);
  std::vector<team_member> members;
  for (unsigned thread = 0; thread < workload.threads(); ++thread) {
    members.push_back({workload.role(thread), workload.counted(thread)});
  }
  measurement result = run_team(members, request, [&](unsigned thread, probe& mine) { workload.run(thread, mine); });
  const std::string wrong = workload.verify();
  if (!wrong.empty()) result.wrong = wrong;
  auto& design = workload.queue().tested();
  if constexpr (requires { design.lock_statistics(); }) {
    const auto lock = design.lock_statistics();
    const auto items = static_cast<double>(std::max<std::uint64_t>(1, result.items));
    result.counters.emplace_back("contended_acquisitions_per_item", static_cast<double>(lock.contended) / items);
    result.counters.emplace_back("lock_wait_ns_per_item", static_cast<double>(lock.waited_ns) / items);
  }
  return result;
}

// On a crowded machine threads that wait for each other can be kept off their CPUs for a whole window. One in which
// nothing moved is measured again, and long; a design that is stuck shows there.
template <class Workload, class... Arguments>
measurement measure_workload(const repetition_request& request, Arguments... arguments) {
  const measurement found = measure_window<Workload>(request, arguments...);
  if (found.items > 0) return found;
  repetition_request patient = request;
  patient.window_s *= 20;
  return measure_window<Workload>(patient, arguments...);
}

template <class Queue>
measurement measure_memory() {
  constexpr unsigned items = 1000;
  const auto begin = std::chrono::steady_clock::now();
  const queue_memory memory = memory_of<Queue>(default_capacity, items, resident_bytes);
  measurement result;
  result.wrong = memory.wrong;
  result.items = 128 * items;
  result.elapsed_s = seconds_between(begin, std::chrono::steady_clock::now());
  result.counters = {{"bytes_idle", memory.idle_bytes},
                     {"bytes_per_1000_items", memory.filled_bytes},
                     {"bytes_per_item", memory.filled_bytes / items}};
  return result;
}

// The powers of two up to `most`, and `most` itself.
inline std::set<unsigned> doubling_to(unsigned most) {
  std::set<unsigned> numbers{std::max(1u, most)};
  for (unsigned number = 1; number < most; number *= 2) numbers.insert(number);
  return numbers;
}

template <template <class, class> class Design>
class queue_cells {
  using queue = queue_under_test<Design>;
  static constexpr bool is_yardstick = queue::traits.kind == design_kind::yardstick;
  static constexpr bool is_shared = queue::traits.producers != multiplicity::same_thread;
  static constexpr bool steals = queue::is_deque || (is_yardstick && is_shared);

 public:
  explicit queue_cells(cell_registry& registry)
      : registry_(registry), cpus_(static_cast<unsigned>(allowed_cpus().size())) {}

  void add_all() {
    registry_.designs.push_back({queue::traits, queue::is_deque});
    if constexpr (queue::traits.sound) add_cells();
  }

 private:
  void add_cells() {
    if constexpr (!queue::is_deque) add_queue_workloads();
    if constexpr (queue::is_deque || is_yardstick) add_deque_workloads();
    add("memory", "1000items", 1, true, [](const auto&) { return measure_memory<queue>(); });
    if constexpr (requires(typename queue::design& tested, std::uint32_t& slot) { tested.protocol().allocate(slot); }) {
      add_growth();
    }
  }

  template <class Run>
  void add(const std::string& workload, const std::string& load, unsigned threads, bool quick, Run run) {
    if (threads > registry_.max_threads) return;
    const std::string name = "queue/" + std::string(queue::traits.name) + "/" + workload + "/" + load;
    registry_.cells.push_back({name, queue::traits.name, workload, load, threads, quick, run});
  }

  void add_queue_workloads() {
    add("pair", "1t", 1, true,
        [](const auto& request) { return measure_workload<pair<queue>>(request, default_capacity, 0u); });
    if constexpr (is_shared) {
      for (const unsigned n : doubling_to(2 * cpus_)) add_mpmc(n);
      for (const unsigned n : doubling_to(2 * cpus_)) {
        if (n < 2) continue;
        add("shared_pairs", std::to_string(n) + "t", n, n <= 2,
            [n](const auto& request) { return measure_workload<shared_pairs<queue>>(request, default_capacity, n); });
      }
      add("ping_pong", "2t", 2, true,
          [](const auto& request) { return measure_workload<ping_pong<queue>>(request, default_capacity); });
    }
  }

  void add_mpmc(unsigned n) {
    const std::string load = std::to_string(n) + "p" + std::to_string(n) + "c";
    const bool quick = n <= 2 || n == cpus_ / 2 || n == cpus_;
    add("mpmc", load, 2 * n, quick, [n](const auto& request) {
      return measure_workload<mpmc<queue>>(request, default_capacity, n, n);
    });
    if constexpr (requires(typename queue::design& tested) { tested.try_push_batch(nullptr, 1); }) {
      add("mpmc", load + ".batch16", 2 * n, n == 1, [n](const auto& request) {
        return measure_workload<mpmc<queue, 16>>(request, default_capacity, n, n);
      });
    }
  }

  void add_deque_workloads() {
    for (const unsigned depth : {0u, 32u}) {
      add("owner", "depth" + std::to_string(depth), 1, true,
          [depth](const auto& request) { return measure_workload<pair<queue>>(request, default_capacity, depth); });
    }
    if constexpr (steals) {
      for (const unsigned team : doubling_to(2 * cpus_)) {
        if (team < 2) continue;
        for (const unsigned burst : {1u, 64u}) {
          const std::string load = std::to_string(team - 1) + "t.burst" + std::to_string(burst);
          add("steal", load, team, team == 2 || team == cpus_, [team, burst](const auto& request) {
            return measure_workload<owner_and_thieves<queue>>(request, default_capacity, team - 1, burst);
          });
        }
      }
    }
  }

  void add_growth() {
    static constexpr std::pair<const char*, slot_operation> operations[] = {
        {"push", slot_operation::push}, {"pop", slot_operation::pop},   {"allocate", slot_operation::allocate},
        {"free", slot_operation::free}, {"size", slot_operation::size},
    };
    for (const auto& [name, operation] : operations) {
      for (const std::size_t capacity : {16u, 128u, 1024u, 8192u, 65536u, 262144u}) {
        add("growth", std::string(name) + ".c" + std::to_string(capacity), 1, true,
            [capacity, operation = operation](const auto& request) {
              return measure_workload<growth<queue>>(request, capacity, operation);
            });
      }
    }
  }

  cell_registry& registry_;
  const unsigned cpus_;
};

}  // namespace schedlab
