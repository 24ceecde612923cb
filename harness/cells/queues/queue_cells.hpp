// The cells of one queue: which workloads its traits allow, at which loads. Included by one generated unit per design.
#pragma once

#include <algorithm>
#include <bit>
#include <set>

#include "harness/cells/cell.hpp"
#include "harness/cells/load.hpp"
#include "harness/cells/queues/cell_list.hpp"
#include "harness/cells/queues/measured_workload.hpp"
#include "harness/cells/queues/queue_under_test.hpp"
#include "harness/cells/queues/wide_item.hpp"
#include "harness/measure/placement.hpp"
#include "harness/measure/resident_memory.hpp"
#include "workloads/queues/burst.hpp"
#include "workloads/queues/growth.hpp"
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
#include "workloads/queues/stalled.hpp"

namespace schedlab {

// 1024, or the most below it that a design takes: some rings of 2^n slots keep one of them empty.
template <class Design>
constexpr std::size_t default_capacity_of() {
  std::size_t capacity = 1024;
  while (!takes_capacity<Design>(capacity)) --capacity;
  return capacity;
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
  static constexpr queue_traits traits = queue::traits;
  static constexpr bool is_yardstick = traits.kind == design_kind::yardstick;
  static constexpr bool is_shared = traits.producers != multiplicity::same_thread;
  static constexpr bool many_produce = traits.producers == multiplicity::many;
  static constexpr bool many_consume = traits.consumers == multiplicity::many;
  static constexpr std::size_t default_capacity = default_capacity_of<typename queue::design>();
  static constexpr bool steals = queue::is_deque || (is_yardstick && is_shared);
  static constexpr bool carries_any_item = traits.item == item_kind::movable || traits.item == item_kind::copied;

 public:
  explicit queue_cells(cell_registry& registry)
      : registry_(registry), cells_(registry, traits.name), cpus_(static_cast<unsigned>(allowed_cpus().size())) {}

  void add_all() {
    registry_.designs.push_back({traits, queue::is_deque});
    if constexpr (traits.sound) add_cells();
  }

 private:
  void add_cells() {
    if constexpr (!queue::is_deque) {
      add_alone();
      if constexpr (is_shared) {
        add_streams();
        add_single_ended();
      }
      if constexpr (many_produce && many_consume) add_everybody_at_both_ends();
    }
    if constexpr (queue::is_deque || is_yardstick) add_deque_workloads();
    add_memory(1000, 128);
    add_memory(100'000, 4);
    if constexpr (requires(typename queue::design & tested, std::uint32_t & slot) {
                    tested.protocol().allocate(slot);
                  }) {
      add_growth();
    }
  }

  // A cell of a workload whose constructor takes a capacity and the arguments. Left out where the design cannot have
  // that capacity.
  template <class Workload, class... Arguments>
  void add(const char* workload, const named_load& load, unsigned threads, std::size_t capacity,
           Arguments... arguments) {
    if (takes_capacity<typename queue::design>(capacity))
      cells_.add(workload, load, threads, made_of<Workload>(capacity, arguments...));
  }

  // A bounded design must hold that many; for an unbounded one the capacity is only a hint.
  static std::size_t capacity_for(std::size_t items) {
    return traits.bounded && items > default_capacity ? std::bit_ceil(items) : default_capacity;
  }

  // One thread.
  void add_alone() {
    add<pair<queue>>("pair", load::threads(1), 1, default_capacity, 0u);
    for (const unsigned depth : {1000u, 100'000u}) {
      // A run of 16 pushes goes on top.
      add<pair<queue>>("pair", load::threads(1) + load::depth(depth), 1, capacity_for(depth + 16), depth);
    }
    if constexpr (carries_any_item) {
      add<pair<queue_under_test<Design, wide_item>>>("pair", load::threads(1) + load::item_bytes(sizeof(wide_item)), 1,
                                                     default_capacity, 0u);
    }
    for (const unsigned depth : {16u, 1024u, 65'536u}) {
      add<burst<queue>>("burst", load::threads(1) + load::depth(depth), 1, capacity_for(depth), depth);
    }
    add<poll_empty<queue>>("poll_empty", load::threads(1), 1, default_capacity, 1u);
    if constexpr (traits.bounded) add<push_full<queue>>("push_full", load::threads(1), 1, default_capacity, 1u);
  }

  // Items wander from producers to consumers.
  void add_streams() {
    for (const unsigned n : doubling_to(2 * cpus_)) {
      add_mpmc(n, n);
    }
    for (const unsigned n : std::set{cpus_, 2 * cpus_ - 1}) {
      if (n < 2) continue;
      add_mpmc(n, 1);
      add_mpmc(1, n);
    }
    for (const unsigned capacity : {16u, 256u, 65'536u}) {
      add<mpmc<queue>>("mpmc", load::team(1, 1) + load::capacity(capacity), 2, capacity, 1u, 1u, 0u);
    }
    add<mpmc<queue>>("mpmc", load::team(1, 1) + load::think(100), 2, default_capacity, 1u, 1u, 100u);
    if constexpr (many_produce && many_consume) {
      add<mpmc<queue>>("mpmc", load::team(2, 2) + load::think(1000), 4, default_capacity, 2u, 2u, 1000u);
    }
    if constexpr (carries_any_item) {
      add<mpmc<queue_under_test<Design, wide_item>>>("mpmc", load::team(1, 1) + load::item_bytes(sizeof(wide_item)), 2,
                                                     default_capacity, 1u, 1u, 0u);
    }
    add<handed_burst<queue>>("burst", load::team(1, 1) + load::depth(1000), 2, default_capacity, 1000u);
    add<ping_pong<queue>>("ping_pong", load::threads(2), 2, default_capacity);
  }

  void add_mpmc(unsigned producers, unsigned consumers) {
    if ((producers > 1 && !many_produce) || (consumers > 1 && !many_consume)) return;
    const named_load team = load::team(producers, consumers);
    add<mpmc<queue>>("mpmc", team, producers + consumers, default_capacity, producers, consumers, 0u);
    if constexpr (requires(typename queue::design & tested) { tested.try_push_batch(nullptr, 1); }) {
      if (producers != consumers) return;
      add<mpmc<queue, 16>>("mpmc", team + load::batch(16), producers + consumers, default_capacity, producers,
                           consumers, 0u);
    }
  }

  // Several threads at one end, and nothing moves.
  void add_single_ended() {
    if constexpr (many_consume) add<poll_empty<queue>>("poll_empty", load::threads(2), 2, default_capacity, 2u);
    if constexpr (many_produce && traits.bounded) {
      add<push_full<queue>>("push_full", load::threads(2), 2, default_capacity, 2u);
    }
  }

  void add_everybody_at_both_ends() {
    for (const unsigned n : doubling_to(2 * cpus_)) {
      if (n < 2) continue;
      add<shared_pairs<queue>>("shared_pairs", load::threads(n), n, default_capacity, n);
    }
    if constexpr (!is_yardstick) {
      // A window of about a hundred stalls.
      cells_.add("stalled", load::threads(2), 2, made_of<stalled<queue>>(default_capacity), 0.1);
    }
    if constexpr (!is_yardstick && traits.order != item_order::none) {
      // What is in perfect order shows the error of the method.
      add<order_errors<queue>>("order_errors", load::threads(2), 2, capacity_for(order_errors<queue>::items_inside + 2),
                               2u);
    }
  }

  void add_deque_workloads() {
    for (const unsigned depth : {0u, 32u}) {
      add<pair<queue>>("owner", load::below(depth), 1, default_capacity, depth);
    }
    if constexpr (steals) {
      for (const unsigned team : doubling_to(2 * cpus_)) {
        if (team < 2) continue;
        for (const unsigned burst : {1u, 64u}) {
          add<owner_and_thieves<queue>>("steal", load::threads(team - 1) + load::burst(burst), team, default_capacity,
                                        team - 1, burst);
        }
      }
    }
  }

  void add_memory(unsigned items, unsigned queues) {
    if (!takes_capacity<typename queue::design>(capacity_for(items))) return;
    cells_.add_memory(queues, items,
                      [=] { return memory_of<queue>(capacity_for(items), queues, items, resident_bytes); });
  }

  void add_growth() {
    static constexpr std::pair<load_part, slot_operation> operations[] = {
        {load::push, slot_operation::push},         {load::pop, slot_operation::pop},
        {load::allocate, slot_operation::allocate}, {load::free, slot_operation::free},
        {load::count, slot_operation::size},
    };
    for (const auto& [name, operation] : operations) {
      for (const std::size_t capacity : {16u, 128u, 1024u, 8192u, 65536u, 262144u}) {
        add<growth<queue>>("growth", name() + load::capacity(capacity), 1, capacity, operation);
      }
    }
  }

  cell_registry& registry_;
  cell_list cells_;
  const unsigned cpus_;
};

}  // namespace schedlab
