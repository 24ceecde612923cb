// A design of the catalogue is in it by itself, unless it is a variant of one that is; so is one of somebody else's folder,
// for which this program was built.
#include "harness/run/plan/quick_suite.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <iterator>

#include "harness/cells/cell.hpp"

namespace schedlab {
namespace {

// Variants: designs that differ from another one by a detail (padding, back-off, strength of the tries), make a promise
// that few people ask for, or come from a second library with the same algorithm. The suite `full` has them.
constexpr const char* variants[] = {
    "array_shift_queue",
    "ttas_queue",
    "two_lock_queue",
    "vyukov_ring_strong",
    "vyukov_ring_padded",
    "wpol_queue_backoff",
    "wpol_tasks",
    "claim_ring_padded",
    "priority_heap_lowest",
    "xenium_vyukov_weak",
    "xenium_michael_scott",
    "xenium_kirsch",
    "xenium_kirsch_unbounded",
    "cds_vyukov",
    "cds_michael_scott",
    "atomic_queue_mpmc",
    "urcu_wfcqueue",
    "urcu_wfcqueue_locked",
    "async_threads",
    "work_stealing.chase_lev_deque_fixed.sticky.one.park",
};

// The pools of the quick suite, out of hundreds of combinations: every deque with the usual policies, and the two
// global queues that are baselines.
constexpr const char* pools[] = {
    "work_stealing.*.sticky.one.park",
    "global_queue.mutex_queue.block",
    "global_queue.claim_ring.park",
    "serial",
    "tbb_arena",
    "openmp_tasks",
    "asio_thread_pool",
    "vaser_thread_pool",
};

// The number of producers, and of consumers, of a crowd: a power of two, and together more threads than there are
// cores.
unsigned crowd(unsigned cores) {
  unsigned each = 1;
  while (2 * each <= cores) each *= 2;
  return each;
}

std::vector<std::string> at(std::initializer_list<const char*> loads) {
  std::vector<std::string> names(std::begin(pools), std::end(pools));
  for (const folder_elsewhere& folder : folders_elsewhere()) {
    names.push_back(folder.name + ".*");
    names.push_back("global_queue." + folder.name + ".*.park");
  }
  std::vector<std::string> cells;
  for (const char* load : loads) {
    for (const std::string& pool : names) cells.push_back(fmt::format("pool/{}/{}", pool, load));
  }
  return cells;
}

bool matches(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace

std::vector<quick_question> quick_questions(unsigned cores) {
  return {
      {"queue, alone", {"queue/*/pair/1t"}},
      {"queue, 1:1", {"queue/*/mpmc/1p1c"}},
      {"queue, 2:2", {"queue/*/mpmc/2p2c"}},
      {"queue, more threads than cores", {fmt::format("queue/*/mpmc/{0}p{0}c", crowd(cores))}},
      {"queue, round trip", {"queue/*/ping_pong/2t"}},
      {"queue, a thread is stalled", {"queue/*/stalled/2t"}},
      {"queue, memory", {"queue/*/memory/1000items"}},
      {"queue with priorities, how many wait",
       {"queue/priority_heap/pair/1t.d100000", "queue/multi_queue/pair/1t.d100000", "queue/null_queue/pair/1t.d100000",
        "queue/plain_ring/pair/1t.d100000", "queue/fetch_add/pair/1t.d100000"}},
      {"queue, does its size matter",
       {"queue/wpol_queue/growth/*.c16", "queue/wpol_queue/growth/*.c1024", "queue/wpol_queue/growth/*.c262144"}},
      {"deque, its owner", {"queue/*/owner/depth*"}},
      {"deque, thieves", {"queue/*/steal/1t.burst*"}},
      {"pool, tasks from outside", at({"flood/w1.1s", "flood/w8.1s", "flood/w16.1s"})},
      {"pool, fork and join", at({"fib/w2.n22", "uts/w2.T1.d7"})},
      {"pool, start of a task", at({"start/w1.gap1000us"})},
      {"pool, tasks that arrive when they like", at({"open_poisson/w1.load70"})},
      {"pool, idle", at({"idle/*"})},
      {"pool, memory", at({"pool_memory/*"})},
  };
}

quick_suite::quick_suite(unsigned cores) {
  for (quick_question& question : quick_questions(cores)) {
    std::move(question.cells.begin(), question.cells.end(), std::back_inserter(wanted_));
  }
}

bool quick_suite::has(const std::string& cell, const std::string& design) const {
  if (std::find(std::begin(variants), std::end(variants), design) != std::end(variants)) return false;
  return std::any_of(wanted_.begin(), wanted_.end(), [&](const std::string& p) { return matches(p, cell); });
}

}  // namespace schedlab
