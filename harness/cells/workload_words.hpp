// Every workload and what counts as an item under it: its figures are nanoseconds per such item.
#pragma once

namespace schedlab {

struct workload_words {
  const char* name;
  const char* item;
};

inline constexpr workload_words workloads_in_words[] = {
    {"pair", "a push and a pop by one thread"},
    {"burst", "a push and a pop, whole bursts apart"},
    {"mpmc", "an item that a consumer popped"},
    {"shared_pairs", "a pop, each after the thread's own push"},
    {"ping_pong", "a round trip through two queues"},
    {"poll_empty", "the answer that nothing is there"},
    {"push_full", "the answer that there is no room"},
    {"stalled", "a stall of another thread, its time the longest wait"},
    {"order_errors", "a pop, logged"},
    {"owner", "a push and a pop by the owner"},
    {"steal", "an item that the owner or a thief took"},
    {"memory", "an item of one of many queues"},
    {"growth", "one operation at one capacity"},
    {"flood", "a task that does nothing, submitted from outside"},
    {"submit_flood", "a task that does nothing, submitted from inside"},
    {"spawn_flood", "a child that does nothing"},
    {"grain", "a task that works for so long"},
    {"fib", "a call, a task each"},
    {"nqueens", "a placed queen, a task each"},
    {"uts", "a node of the tree, submitted by its parent"},
    {"uts_joined", "a node of the tree, a child of its parent"},
    {"skynet", "a node of the tree"},
    {"matmul", "a product of two blocks"},
    {"merge_sort", "an element sorted"},
    {"wavefront", "a block"},
    {"task_bench", "a task of the graph"},
    {"start", "a start after a pause, and the pause"},
    {"open_poisson", "a task that arrives when it likes"},
    {"idle", "a while of rest"},
    {"pool_memory", "a queued task"},
};

}  // namespace schedlab
