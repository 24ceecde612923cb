// The pools over one queue or deque of the catalogue, with every combination of policies that makes sense: a design that
// comes into the catalogue gets them by itself.
#pragma once

#include "harness/cells/pools/pool_cells.hpp"
#include "queues/queue.hpp"
#include "schedulers/global_queue_pool.hpp"
#include "schedulers/policies.hpp"
#include "schedulers/work_stealing_pool.hpp"

namespace schedlab {

template <template <class, class> class Design>
class pools_over {
  using design = Design<std::uint64_t, native_memory>;
  static constexpr queue_traits traits = design::traits;
  using lane_design = Design<job*, native_memory>;
  static constexpr bool is_deque = traits.order == item_order::deque;
  static constexpr bool carries_pointers = queue<lane_design, job*> || deque<lane_design, job*>;
  static constexpr bool tells_size = requires(const lane_design& lane) { lane.approximate_size(); };

 public:
  static void add(cell_registry& registry) {
    if constexpr (traits.kind == design_kind::yardstick) {
      return;
    } else if constexpr (!traits.sound) {
      skip(registry, "it is not sound");
    } else if constexpr (!carries_pointers) {
      skip(registry, "it carries numbers, and a task is a pointer");
    } else if constexpr (is_deque && !tells_size) {
      skip(registry, "it does not tell how much is in it, which a thief that chooses asks");
    } else if constexpr (is_deque) {
      add_stealing(registry);
      registry.skipped_schedulers.push_back(
          {std::string("work_stealing.") + traits.name + ".priority",
           "a priority among tasks of a deque, whose owner takes the last one first, would order nothing"});
    } else if constexpr (traits.producers == multiplicity::many && traits.consumers == multiplicity::many) {
      add_global(registry);
    } else {
      skip(registry, "all threads push to a global queue and all workers pop from it, which it does not allow");
    }
  }

 private:
  static void skip(cell_registry& registry, const char* reason) {
    registry.skipped_schedulers.push_back(
        {std::string(is_deque ? "work_stealing." : "global_queue.") + traits.name, reason});
  }

  static void add_stealing(cell_registry& registry) {
    using scheduler_type = work_stealing_pool<Design>;
    for (const auto& victim : victim_policies) {
      for (const auto& amount : amount_policies) {
        for (const auto& idle : idle_policies) {
          if (idle.make({})->blocks()) continue;  // a thief looks at many deques, and would sleep at one
          const scheduler_design design{.name = std::string("work_stealing.") + traits.name + "." + victim.name() +
                                                "." + amount.name() + "." + idle.name(),
                                        .traits = scheduler_type::traits,
                                        .lane = traits.name,
                                        .idle = idle.name(),
                                        .victim = victim.name(),
                                        .amount = amount.name()};
          const bool usual = design.victim == "sticky" && design.amount == "one";
          pool_cells<scheduler_type> cells(registry, design);
          usual ? cells.template add<pool_range::all>() : cells.template add<pool_range::core>();
        }
      }
    }
  }

  static void add_global(cell_registry& registry) {
    using scheduler_type = global_queue_pool<Design>;
    using lane = global_lane<Design, native_memory>;
    constexpr bool can_block = lane::can_block;
    // The baseline gets every workload, others what tells them apart.
    constexpr pool_range range = can_block ? pool_range::all : pool_range::core;
    for (const auto& entry : idle_policies) {
      const auto idle = entry.make({});
      const std::string name = std::string("global_queue.") + traits.name + "." + idle->name();
      if (idle->blocks() && !can_block) {
        registry.skipped_schedulers.push_back({name, "the queue has no blocking pop; park sleeps outside of it"});
        continue;
      }
      if (idle->parks() && !lane::can_park) {
        registry.skipped_schedulers.push_back(
            {name,
             "it may say empty beside a task and does not tell how much it holds: a worker could fall asleep there"});
        continue;
      }
      const scheduler_design design{.name = name,
                                    .traits = scheduler_type::traits,
                                    .lane = traits.name,
                                    .idle = idle->name(),
                                    .victim = "",
                                    .amount = ""};
      pool_cells<scheduler_type>(registry, design).template add<range>();
    }
  }
};

}  // namespace schedlab
