// The contract suite: which scenarios a scheduler is put through, by its traits. Only those that apply become test cases,
// each named "<scheduler>: <scenario>" and tagged with the scheduler's name; the long ones are also tagged [stress].
#pragma once

#include <cstdio>
#include <cstring>

#include "queues/tests/catch.hpp"
#include "queues/tests/watchdog.hpp"
#include "schedulers/tests/contract_ending.hpp"
#include "schedulers/tests/contract_joins.hpp"
#include "schedulers/tests/contract_memory.hpp"
#include "schedulers/tests/contract_shortage.hpp"
#include "schedulers/tests/contract_tasks.hpp"

namespace schedlab::scheduler_contract {

inline void expect(const violation& found) {
  INFO(found.value_or("as promised"));
  REQUIRE_FALSE(found.has_value());
}

template <class S>
class suite {
  static constexpr scheduler_traits traits = S::traits;
  // ThreadSanitizer does not see how a compiled library orders its threads: it would report races of every task with
  // its submitter.
  static constexpr bool beyond_sanitizer = thread_sanitizer && requires { S::synchronizes_unseen; };
  static constexpr const char* long_one = "[stress]";

 public:
  explicit suite(const char* name) : name_(name) {}

  bool add_all() const {
    add("declares_itself", [] { declares_itself(); });
    if constexpr (!beyond_sanitizer) {
      add_tasks();
      add_ending();
      add_runs();
      if constexpr (traits.joins) add_joins();
    }
    return true;
  }

 private:
  void add_tasks() const {
    add("knows_its_workers", [] { expect(knows_its_workers<S>()); });
    add("carries_any_callable", [] { each_crew(carries_any_callable<S>); });
    add("tasks_submit_tasks",
        [] { each_crew([](unsigned workers) { return tasks_submit_tasks<S>(workers, 10'000); }); });
    add("results_come_back", [] { each_crew(results_come_back<S>); });
    add("failures_reach_on_error", [] { each_crew(failures_reach_on_error<S>); });
    add("failures_need_no_listener", [] { each_crew(failures_need_no_listener<S>); });
    add("captures_end_once", [] { each_crew(captures_end_once<S>); });
    add("memory_runs_short", [] { each_crew(memory_runs_short<S>); });
    if constexpr (traits.kind == design_kind::own) add("memory_runs_out", [] { each_crew(runs_out_of_memory); });
    add("workers_start_once", [] { each_crew(workers_start_once<S>); });
    if constexpr (traits.kind == design_kind::own) {
      add("all_workers_get_moving",
          [] { each_crew([](unsigned workers) { return all_workers_get_moving<S>(workers); }); });
    }
    add("every_task_runs_once", [] { for_every_mix(10'000); });
    add(
        "every_task_of_many_runs_once", [] { for_every_mix(400'000 / slowdown); }, long_one);
  }

  void add_ending() const {
    add("drain_waits_for_tasks_of_tasks", [] { each_crew(drain_waits_for_tasks_of_tasks<S>); });
    add("ending_runs_what_was_accepted", [] { ends_both_ways(1'000); });
    add(
        "ending_runs_a_million_tasks", [] { ends_both_ways(1'000'000 / slowdown); }, long_one);
    add("stop_may_be_called_often", [] { each_crew(stop_may_be_called_often<S>); });
    add("stopping_takes_tasks_of_tasks", [] { each_crew(stopping_takes_tasks_of_tasks<S>); });
    add("waits_for_no_task_of_its_own", [] { each_crew(waits_for_no_task_of_its_own<S>); });
    if constexpr (traits.takes_outside_tasks) {
      add("many_may_drain", [] { each_crew(many_may_drain<S>); });
      add("submitters_race_with_stop", [] { each_crew(submitters_race_with_stop<S>); });
    }
  }

  void add_runs() const {
    add("run_returns_and_throws", [] { each_crew(run_returns_and_throws<S>); });
  }

  void add_joins() const {
    add("forks_compute_fib",
        [] { each_crew([](unsigned workers) { return forks_compute_fib<S>(workers, 12, 144); }); });
    add(
        "many_forks_compute_fib",
        [] {
          // On one queue for all, joins nest as deep as stacks reach, and what a sanitizer keeps of them fills the memory.
          constexpr bool is_small = slowdown > 1;
          each_crew([](unsigned workers) {
            return forks_compute_fib<S>(workers, is_small ? 14 : 18, is_small ? 377 : 2584);
          });
        },
        long_one);
    add("forks_pass_exceptions_on", [] { each_crew(forks_pass_exceptions_on<S>); });
    add("exceptions_climb", [] { each_crew(exceptions_climb<S>); });
    for_children<0>("groups_of_none_sync");
    for_children<1>("groups_of_one_sync");
    for_children<1000>("groups_of_many_sync");
    if constexpr (traits.kind == design_kind::own) {
      add("forks_go_on_without_memory", [] { each_crew(forks_go_on_without_memory<S>); });
    }
    add("groups_nest", [] { each_crew(groups_nest<S>); });
    add("groups_pass_one_exception_on", [] { each_crew(groups_pass_one_exception_on<S>); });
    add("everything_at_once", [] { each_crew(everything_at_once<S>); });
  }

  template <unsigned Children>
  void for_children(const char* scenario) const {
    add(scenario, [] { each_crew([](unsigned workers) { return groups_sync<S>(workers, Children); }); });
  }

  void add(const char* scenario, void (*body)(), const char* more_tags = "") const {
    const std::string title = contract::text(name_, ": ", scenario);
    const std::string tags = contract::text("[", name_, "]", more_tags);
    REGISTER_TEST_CASE(body, title, tags);
  }

  // With one worker, with as many as the smallest machine has cores, and with more.
  template <class Scenario>
  static void each_crew(Scenario scenario) {
    for (const unsigned workers : {1u, 2u, 4u}) {
      INFO(workers << " workers");
      const watchdog limit(text(traits.name, " with ", workers, " workers"));
      expect(scenario(workers));
    }
  }

  static void for_every_mix(std::size_t tasks) {
    for (const unsigned submitters : {1u, 2u, 4u}) {
      if (submitters > most_submitters<S>()) break;
      for (const unsigned workers : {1u, 2u, 3u, 4u}) {
        const traffic what{.submitters = submitters, .workers = workers, .tasks = tasks};
        const watchdog limit(text(traits.name, ", ", what.name()));
        expect(every_task_runs_once<S>(what));
      }
    }
  }

  static void ends_both_ways(std::size_t tasks) {
    for (const ending how : {ending::stop, ending::destructor}) {
      for (const unsigned workers : {1u, 4u}) {
        const watchdog limit(text(traits.name, " ending with ", workers, " workers"));
        expect(ending_runs_what_was_accepted<S>(workers, tasks, how));
      }
    }
  }

  static violation runs_out_of_memory(unsigned workers) {
    std::uint64_t failed = 0;
    const violation found = memory_runs_out<S>(workers, failed);
    const std::string title = Catch::getResultCapture().getCurrentTestName();
    std::printf("  %s: %llu times, with %u workers\n", title.c_str(), static_cast<unsigned long long>(failed), workers);
    return found;
  }

  static void declares_itself() {
    CHECK(scheduler<S>);
    CHECK(std::strlen(traits.name) > 0);
    CHECK(std::strlen(traits.paper) > 0);
    if constexpr (traits.joins) CHECK(joining_scheduler<S>);
    CHECK_THROWS_AS(S(scheduler_setup{.workers = 0}), std::invalid_argument);
  }

  const char* name_;
};

// Called once per unit, while static objects are initialised.
template <class S>
bool add_suite(const char* name) {
  return suite<S>(name).add_all();
}

}  // namespace schedlab::scheduler_contract
