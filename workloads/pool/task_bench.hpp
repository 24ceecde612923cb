// Runs a graph of Task Bench (task_graph.hpp): a task spends so many turns, mixes the values of the tasks that it needs
// into its own, and submits each task for which it was the last missing input.
// E. Slaughter et al., "Task Bench: a parameterized benchmark for evaluating parallel runtime performance", SC 2020.
//
// An item is a task.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/pool/must_submit.hpp"
#include "workloads/pool/task_graph.hpp"
#include "workloads/splitmix.hpp"

namespace schedlab {

template <class Scheduler, task_pattern Pattern>
class task_bench {
 public:
  static constexpr bool joins = false;

  // `spin` spends so many turns.
  task_bench(std::uint32_t width, std::uint32_t steps, std::uint64_t turns, void (*spin)(std::uint64_t turns))
      : graph_(Pattern, width, steps), turns_(turns), spin_(spin), tasks_(graph_.size()), right_(graph_.size()) {
    for (std::uint32_t task = 0; task < graph_.size(); ++task) {
      right_[task] = value_of(task, [this](std::uint32_t input) { return right_[input]; });
    }
    prepare();
  }

  void prepare() {
    for (std::uint32_t task = 0; task < graph_.size(); ++task) {
      tasks_[task].value = 0;
      // relaxed: the submission of the first tasks comes after.
      tasks_[task].missing.store(static_cast<std::uint32_t>(graph_.inputs(task).size()), std::memory_order_relaxed);
    }
  }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] {
      for (const std::uint32_t task : graph_.sources()) submit(scheduler, task);
    });
    scheduler.drain();
    return graph_.size();
  }

  std::string verify() {
    for (std::uint32_t task = 0; task < graph_.size(); ++task) {
      if (tasks_[task].value == right_[task]) continue;
      return "task " + std::to_string(task) + " of " + std::to_string(graph_.size()) + ": found the value " +
             std::to_string(tasks_[task].value) + ", right would be " + std::to_string(right_[task]);
    }
    return {};
  }

 private:
  struct node {
    std::uint64_t value = 0;
    std::atomic<std::uint32_t> missing{0};  // inputs
  };

  template <class ValueOf>
  std::uint64_t value_of(std::uint32_t task, ValueOf value_of_input) const {
    std::uint64_t value = mix((task + std::uint64_t{1}) * golden_gamma);
    for (const std::uint32_t input : graph_.inputs(task)) value = mix(value + value_of_input(input));
    return value;
  }

  void submit(Scheduler& scheduler, std::uint32_t task) {
    must_submit(scheduler, [this, &scheduler, task] { run(scheduler, task); });
  }

  void run(Scheduler& scheduler, std::uint32_t task) {
    spin_(turns_);
    // It says += and not =, so that a task that runs twice shows.
    tasks_[task].value += value_of(task, [this](std::uint32_t input) { return tasks_[input].value; });
    for (const std::uint32_t output : graph_.outputs(task)) {
      // acq_rel: pairs with itself in the other inputs: the last one sees the values of all.
      const std::uint32_t before = tasks_[output].missing.fetch_sub(1, std::memory_order_acq_rel);
      if (before == 1) submit(scheduler, output);
    }
  }

  const task_graph graph_;
  const std::uint64_t turns_;
  void (*const spin_)(std::uint64_t turns);
  std::vector<node> tasks_;
  std::vector<std::uint64_t> right_;
};

}  // namespace schedlab
