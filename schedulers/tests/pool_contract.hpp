// The contract suite for the pools over one queue or deque, with policies that differ in every respect.
#pragma once

#include <algorithm>
#include <forward_list>
#include <string>
#include <type_traits>

#include "queues/queue.hpp"
#include "schedulers/global_queue_pool.hpp"
#include "schedulers/policies.hpp"
#include "schedulers/tests/contract.hpp"
#include "schedulers/work_stealing_pool.hpp"

namespace schedlab::scheduler_contract {

// The name of a policy, as an argument of a template.
struct policy_name {
  template <std::size_t Size>
  consteval policy_name(const char (&name)[Size]) {
    std::copy_n(name, Size, text);
  }
  char text[16] = {};
};

// The same pool, made with these policies.
template <class Pool, policy_name Idle, policy_name Victim = "sticky", policy_name Amount = "one">
class with_policies : public Pool {
 public:
  explicit with_policies(scheduler_setup setup) : Pool(set(setup)) {}

 private:
  static scheduler_setup set(scheduler_setup setup) {
    setup.idle = policy_named<idle_policy>(idle_policies, Idle.text);
    setup.victim = policy_named<victim_policy>(victim_policies, Victim.text);
    setup.amount = policy_named<amount_policy>(amount_policies, Amount.text);
    return setup;
  }
};

// ThreadSanitizer does not understand the fences of libraries (moodycamel's and TBB's queues are full of races to it).
template <class Pool>
class over_a_library : public Pool {
 public:
  using Pool::Pool;
  static constexpr bool synchronizes_unseen = true;
};

// Test cases keep their names as they are, not copies.
inline const char* lasting(const std::string& name) {
  static std::forward_list<std::string> names;
  return names.emplace_front(name).c_str();
}

template <template <class, class> class Design>
bool add_pool_suites(const std::string& name) {
  using design = Design<std::uint64_t, native_memory>;
  if constexpr (deque<design, std::uint64_t>) {
    using pool_type = work_stealing_pool<Design>;
    add_suite<pool_type>(lasting("work_stealing." + name));
    add_suite<with_policies<pool_type, "spin_yield", "random", "half">>(
        lasting("work_stealing." + name + ".random.half.spin_yield"));
    add_suite<with_policies<pool_type, "park", "busiest", "batch">>(
        lasting("work_stealing." + name + ".busiest.batch.park"));
  } else {
    using pool_type = global_queue_pool<Design>;
    using suite_type =
        std::conditional_t<design::traits.kind == design_kind::peer, over_a_library<pool_type>, pool_type>;
    add_suite<suite_type>(lasting("global_queue." + name));
    if constexpr (global_lane<Design, native_memory>::can_block) {
      add_suite<with_policies<pool_type, "block">>(lasting("global_queue." + name + ".block"));
    }
  }
  return true;
}

}  // namespace schedlab::scheduler_contract
