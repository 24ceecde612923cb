// Every workload for schedulers at a small size, for tests that want all of them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "workloads/pool/fib.hpp"
#include "workloads/pool/flood.hpp"
#include "workloads/pool/grain.hpp"
#include "workloads/pool/inside_submit_flood.hpp"
#include "workloads/pool/matrix_multiplication.hpp"
#include "workloads/pool/merge_sort.hpp"
#include "workloads/pool/nqueens.hpp"
#include "workloads/pool/skynet.hpp"
#include "workloads/pool/spawn_flood.hpp"
#include "workloads/pool/start_latency.hpp"
#include "workloads/pool/task_bench.hpp"
#include "workloads/pool/uts/uts.hpp"
#include "workloads/pool/uts/uts_joined.hpp"
#include "workloads/pool/wavefront.hpp"

namespace schedlab {

inline std::uint64_t test_clock_ns() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}

inline void test_spin(std::uint64_t turns) {
  for (std::uint64_t turn = 0; turn < turns; ++turn) std::atomic_signal_fence(std::memory_order_seq_cst);
}

// Calls visit(name, items that a round should have, workload).
template <class S, class Visit>
void each_small_workload(Visit visit) {
  const auto with = [&](const std::string& name, std::uint64_t items, auto&& workload) {
    visit(name, items, workload);
  };
  with("fib", 177, fib<S>(10));
  with("nqueens", 2056, nqueens<S>(8));
  with("skynet", 1110, skynet<S>(3));
  with("uts", uts_tree::t1_to_depth(5).size().nodes, uts<S>(uts_tree::t1_to_depth(5)));
  with("uts, binomial", uts_tree::t3_with_branches(20).size().nodes, uts<S>(uts_tree::t3_with_branches(20)));
  with("uts_joined", uts_tree::t1_to_depth(5).size().nodes, uts_joined<S>(uts_tree::t1_to_depth(5)));
  with("matrix_multiplication", 64, matrix_multiplication<S>(128));
  with("merge_sort", 20000, merge_sort<S>(20000));
  with("wavefront", 400, wavefront<S>(20));
  with("task_bench, trivial", 80, task_bench<S, task_pattern::trivial>(8, 10, 5, test_spin));
  with("task_bench, stencil_1d", 70, task_bench<S, task_pattern::stencil_1d>(7, 10, 5, test_spin));
  with("task_bench, fft", 80, task_bench<S, task_pattern::fft>(8, 10, 5, test_spin));
  with("task_bench, tree", 47, task_bench<S, task_pattern::tree>(8, 8, 5, test_spin));
  with("task_bench, random_nearest", 80, task_bench<S, task_pattern::random_nearest>(8, 10, 5, test_spin));
  with("grain", 100, grain<S>(100, 5, test_spin));
  with("spawn_flood", 2500, spawn_flood<S>(2500));
  with("inside_submit_flood", 500, inside_submit_flood<S>(500));
  with("flood", 500, flood<S>(1, 500));
}

}  // namespace schedlab
