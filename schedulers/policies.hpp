// Every policy by its name, for programs that choose one at run time: the benchmark, the contract tests, the lists. To add
// a policy is to write its header and to add an entry here.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "idle/block.hpp"
#include "idle/park.hpp"
#include "idle/spin.hpp"
#include "idle/spin_yield.hpp"
#include "stealing/batch.hpp"
#include "stealing/busiest.hpp"
#include "stealing/half.hpp"
#include "stealing/nearest.hpp"
#include "stealing/one.hpp"
#include "stealing/random.hpp"
#include "stealing/sticky.hpp"

namespace schedlab {

// [a][b]: from worker a to worker b, in any unit.
using distance_table = std::vector<std::vector<unsigned>>;

template <class Policy>
struct policy_entry {
  std::shared_ptr<const Policy> (*make)(const distance_table& distances);
  const char* about;

  std::string name() const { return make({})->name(); }
};

template <class Policy, class Made>
std::shared_ptr<const Policy> make_policy(const distance_table& distances) {
  if constexpr (std::is_constructible_v<Made, const distance_table&>) {
    return std::make_shared<Made>(distances);
  } else {
    return std::make_shared<Made>();
  }
}

inline constexpr policy_entry<idle_policy> idle_policies[] = {
    {make_policy<idle_policy, park_idle>, "looks for a while, then sleeps until it is woken"},
    {make_policy<idle_policy, spin_yield_idle>, "never sleeps, but lets others run between two looks"},
    {make_policy<idle_policy, spin_idle>, "never sleeps and never gives its CPU away"},
    {make_policy<idle_policy, block_idle>, "sleeps in the queue's own pop"},
};
inline constexpr policy_entry<victim_policy> victim_policies[] = {
    {make_policy<victim_policy, sticky_victim>, "the worker that last had something"},
    {make_policy<victim_policy, random_victim>, "any other worker"},
    {make_policy<victim_policy, nearest_victim>, "the nearest first, by shared cache"},
    {make_policy<victim_policy, busiest_victim>, "the worker with most tasks"},
};
inline constexpr policy_entry<amount_policy> amount_policies[] = {
    {make_policy<amount_policy, steal_one>, "one task"},
    {make_policy<amount_policy, steal_half>, "half of the victim's tasks"},
    {make_policy<amount_policy, steal_batch>, "half of the victim's tasks, but not more than a few"},
};

template <class Policy>
std::shared_ptr<const Policy> policy_named(std::span<const policy_entry<Policy>> entries, const std::string& name,
                                           const distance_table& distances = {}) {
  std::string known;
  for (const policy_entry<Policy>& entry : entries) {
    if (entry.name() == name) return entry.make(distances);
    known += (known.empty() ? "" : ", ") + entry.name();
  }
  throw std::invalid_argument("there is no policy '" + name + "' among " + known);
}

}  // namespace schedlab
