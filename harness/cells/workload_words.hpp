// Every workload: what it does, and what counts as an item under it, since its figures are nanoseconds per such item. In the
// order in which tables show them.
#pragma once

namespace schedlab {

struct workload_words {
  const char* name;
  const char* item;
  const char* about;
};

inline constexpr workload_words workloads_in_words[] = {
    {"pair", "a push and a pop by one thread",
     "one thread, one push and one pop in turn; d1000: over 1,000 items that stay inside."},
    {"mpmc", "an item that a consumer popped",
     "2p1c is 2 producers and 1 consumer on one queue; wall time per item handed over. think100: 100 ns of other work "
     "after each item; c256: the queue's capacity is 256 (else 1024); batch16: 16 items a call."},
    {"shared_pairs", "a pop, each after the thread's own push",
     "each thread pushes and pops in turn on one shared queue; wall time per pair."},
    {"ping_pong", "a round trip through two queues",
     "a message there and back through two queues; time per round trip."},
    {"burst", "a push and a pop, whole bursts apart",
     "d16 is 16 pushes, then 16 pops, over and over; 1p1c: producer and consumer by turns."},
    {"poll_empty", "the answer that nothing is there", "pops of an empty queue, wall time per refusal."},
    {"push_full", "the answer that there is no room", "pushes into a full queue, wall time per refusal."},
    {"owner", "a push and a pop by the owner",
     "the owner alone, one push and one pop in turn, over 0 or 32 items that stay below."},
    {"steal", "an item that the owner or a thief took",
     "the owner pushes in bursts while thieves rob it; wall time per item."},
    {"stalled", "a stall of another thread, its time the longest wait",
     "a thread is stopped for half a millisecond now and then, wherever it is; how long another one waits for it."},
    {"order_errors", "a pop, logged", "every push and pop is logged; by how many places the items come out of order."},
    {"memory", "an item of one of many queues",
     "the bytes that a queue holds: idle, with items inside, drained again."},
    {"growth", "one operation at one capacity", "what an operation costs from one capacity to the next."},
    {"flood", "a task that does nothing, submitted from outside",
     "tasks that do nothing, submitted by a thread outside of the pool (1s: one such thread, 2s: two)."},
    {"submit_flood", "a task that does nothing, submitted from inside", "the same tasks, submitted by a running task."},
    {"spawn_flood", "a child that does nothing",
     "a task makes children that do nothing, 1,000 at a time, and waits for them."},
    {"fib", "a call, a task each",
     "every call of the naive Fibonacci function is a fork and does one addition; n22: 57,313 calls, n30: 2.7 million."},
    {"uts", "a node of the tree, submitted by its parent",
     "search of a tree that nobody knows in advance, a task per node, no waiting (T1, T3: trees of 4.1 million nodes, T3 "
     "thin and deep; d7: cut off at depth 7)."},
    {"uts_joined", "a node of the tree, a child of its parent", "the same, but each node waits for its children."},
    {"nqueens", "a placed queen, a task each", "a task for each queen that is placed."},
    {"skynet", "a node of the tree", "a tree with ten children per node, summed up; 10e5: 100,000 leaves."},
    {"matmul", "a product of two blocks", "matrix product by halving, time per product of two 32 by 32 blocks."},
    {"merge_sort", "an element sorted", "parallel sort and merge, time per key."},
    {"wavefront", "a block", "a grid of blocks, each waits for its left and upper neighbour."},
    {"task_bench", "a task of the graph", "graphs of tasks of 1 us each, by the pattern of what waits for what."},
    {"grain", "a task that works for so long",
     "independent tasks that work for so long each; the time goes on over all workers, so that with 2 workers 1,000 ns of "
     "work take 500 ns at best."},
    {"start", "a start after a pause, and the pause",
     "a pool at rest gets one task after each pause; the time from the submission to the task's start."},
    {"open_poisson", "a task that arrives when it likes",
     "tasks of a fixed length arrive at random moments, whether or not earlier ones are done; from arrival to end."},
    {"idle", "a while of rest", "a pool without work: the CPU time that it takes, and how it wakes up."},
    {"pool_memory", "a queued task", "the bytes that a pool holds: at rest, with tasks queued, and drained again."},
};

}  // namespace schedlab
