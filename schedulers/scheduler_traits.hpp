// What a scheduler declares about itself, and what goes along with a task.
#pragma once

#include <cstddef>
#include <string>

#include "../queues/queue_traits.hpp"

namespace schedlab {

struct scheduler_traits {
  const char* name;
  design_kind kind = design_kind::own;
  bool takes_outside_tasks = true;  // submit() from threads that are not its workers
  bool queues = true;               // a task waits until a worker is free; if false, it starts at once
  bool joins = true;                // fork_join() and group inside tasks, whose waits run other work
  bool breadth_first = false;       // a join runs the oldest task first: stacks grow with the number of tasks
  bool takes_policies = false;      // an idle policy, and a victim and an amount policy if it steals
  bool takes_priorities = false;
  const char* paper = "";
};

struct task_options {
  int priority = 0;  // higher goes first, where the scheduler takes priorities
};

enum class [[nodiscard]] submit_status { accepted, stopped };

}  // namespace schedlab
