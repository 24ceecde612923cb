// The cells of schedulers: which workloads a scheduler's traits allow, at which loads. Included by one generated unit per
// scheduler, and by one per queue and deque for the pools over it.
#pragma once

#include <set>

#include "harness/cells/design_words.hpp"
#include "harness/cells/load.hpp"
#include "harness/cells/pools/pool_at_rest.hpp"
#include "harness/cells/pools/pool_at_workload.hpp"
#include "harness/cells/pools/pool_list.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/placement.hpp"
#include "harness/measure/spin.hpp"
#include "workloads/pool/fib.hpp"
#include "workloads/pool/flood.hpp"
#include "workloads/pool/grain.hpp"
#include "workloads/pool/inside_submit_flood.hpp"
#include "workloads/pool/matrix_multiplication.hpp"
#include "workloads/pool/merge_sort.hpp"
#include "workloads/pool/nqueens.hpp"
#include "workloads/pool/open_poisson.hpp"
#include "workloads/pool/skynet.hpp"
#include "workloads/pool/spawn_flood.hpp"
#include "workloads/pool/start_latency.hpp"
#include "workloads/pool/task_bench.hpp"
#include "workloads/pool/uts/uts.hpp"
#include "workloads/pool/uts/uts_joined.hpp"
#include "workloads/pool/wavefront.hpp"

namespace schedlab {

inline std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

// How much of the list below a scheduler gets.
enum class pool_range {
  core,  // one of many combinations: what tells them apart
  all,
};

template <class Scheduler>
class pool_cells {
  static constexpr scheduler_traits traits = Scheduler::traits;
  static constexpr bool from_outside = traits.takes_outside_tasks;
  // Space and time of a fork-join program on one first-in-first-out queue grow with its tasks, not with its depth.
  static constexpr bool breadth_first = traits.breadth_first;
  static constexpr bool thread_per_task = traits.kind == design_kind::peer && !traits.queues;

 public:
  pool_cells(cell_registry& registry, scheduler_design design)
      : cells_(registry, std::move(design)), cpus_(allowed_cpus()) {}

  template <pool_range Range>
  void add() {
    if (spins_for_ever())
      cells_.skip("more workers and submitters than CPUs", "one that spins would keep one that works from its CPU");
    add_core();
    if constexpr (Range == pool_range::all) {
      add_floods();
      add_fork_join();
      if (thread_per_task) {
        cells_.skip("fib(30) and whole UTS trees", "a thread for each of their millions of tasks would take minutes");
      }
      add_graphs();
      add_grains();
      if constexpr (from_outside && traits.queues) {
        add_starts();
        add_open_loops();
        add_at_rest();
      }
    }
  }

 private:
  // `arguments` of the workload's constructor.
  template <class Workload, class... Arguments>
  void add(const char* workload, const named_load& work, unsigned workers, unsigned submitters,
           Arguments... arguments) {
    add_with<Workload>(workload, work, workers, submitters, [=](pool_instruments&) { return Workload(arguments...); });
  }

  template <class Workload, class Make>
  void add_with(const char* workload, const named_load& work, unsigned workers, unsigned submitters, Make make,
                double shortest_window_s = 0) {
    if (spins_for_ever() && workers + submitters > cpus_.size()) return;
    if constexpr (!Workload::joins || traits.joins) {
      cells_.add(
          workload, work, workers, workers + submitters,
          [make, workers, design = cells_.design()](const std::vector<int>& cpus) -> std::unique_ptr<measured_pool> {
            return std::make_unique<pool_at_workload<Scheduler, Workload>>(setup_of(design, workers, cpus), make);
          },
          shortest_window_s);
    }
  }

  bool spins_for_ever() const { return cells_.design().idle == "spin"; }

  static constexpr unsigned small_fib = 22;
  // A thread per task is a thousand times slower than a queue.
  static constexpr std::uint64_t flood_tasks = thread_per_task ? 1'000 : 50'000;

  void add_core() {
    for (const unsigned workers : {1u, 2u}) {
      if constexpr (from_outside) add_flood(workers, 1);
      add<fib<Scheduler>>("fib", load::size(small_fib), workers, 0, small_fib);
      add_uts<uts<Scheduler>>("uts", shallow, workers, &shallow_t1);
    }
    add_grain(2, 1'000);
  }

  // A tree is counted when its cell runs, not when the cell is listed.
  static uts_tree shallow_t1() { return uts_tree::t1_to_depth(7); }
  inline static const named_load shallow = load::tree(1) + load::depth(7);
  template <class Workload>
  void add_uts(const char* workload, const named_load& work, unsigned workers, uts_tree (*tree)()) {
    add_with<Workload>(workload, work, workers, 0, [tree](pool_instruments&) { return Workload(tree()); });
  }

  void add_flood(unsigned workers, unsigned submitters) {
    // On the CPUs after the workers'; the caller is the first one, and pinned already.
    const auto pin = [cpus = cpus_, workers](unsigned submitter) {
      pin_this_thread(cpus[(workers + submitter) % cpus.size()]);
    };
    add<flood<Scheduler>>("flood", load::submitters(submitters), workers, submitters, submitters, flood_tasks, pin);
  }

  void add_floods() {
    for (const unsigned workers : {4u, 8u, 16u}) {
      if constexpr (from_outside) add_flood(workers, 1);
    }
    for (const unsigned workers : {1u, 2u}) {
      if constexpr (from_outside) add_flood(workers, 2);
      add<spawn_flood<Scheduler>>("spawn_flood", load::children(1000), workers, 0, 2 * flood_tasks);
      add<inside_submit_flood<Scheduler>>("submit_flood", load::inside(), workers, 0, flood_tasks);
    }
  }

  void add_fork_join() {
    for (const unsigned workers : {1u, 2u, 4u}) {
      if constexpr (!breadth_first) {
        if constexpr (!thread_per_task) add<fib<Scheduler>>("fib", load::size(30u), workers, 0, 30u);
        add_uts<uts_joined<Scheduler>>("uts_joined", shallow, workers, &shallow_t1);
        add<nqueens<Scheduler>>("nqueens", load::size(10), workers, 0, 10u);
        add<skynet<Scheduler>>("skynet", load::power(10, 5), workers, 0, 5u);
      }
      if constexpr (!thread_per_task) {
        add_uts<uts<Scheduler>>("uts", load::tree(1), workers, &uts_tree::t1);
        add_uts<uts<Scheduler>>("uts", load::tree(3), workers, &uts_tree::t3);
      }
      add<matrix_multiplication<Scheduler>>("matmul", load::size(256), workers, 0, std::size_t{256});
      add<merge_sort<Scheduler>>("merge_sort", load::power(2, 18), workers, 0, std::size_t{1} << 18);
    }
  }

  void add_graphs() {
    for (const unsigned workers : {1u, 2u, 4u}) {
      add<wavefront<Scheduler>>("wavefront", load::grid(64, 64), workers, 0, std::uint32_t{64});
      add_task_bench<task_pattern::trivial>(load::trivial, workers);
      add_task_bench<task_pattern::stencil_1d>(load::stencil_1d, workers);
      add_task_bench<task_pattern::fft>(load::fft, workers);
      add_task_bench<task_pattern::tree>(load::doubling, workers);
      add_task_bench<task_pattern::random_nearest>(load::random_nearest, workers);
    }
  }

  template <task_pattern Pattern>
  void add_task_bench(const load_part& graph, unsigned workers) {
    add_with<task_bench<Scheduler, Pattern>>("task_bench", graph(), workers, 0, [](pool_instruments&) {
      return task_bench<Scheduler, Pattern>(32, 100, turns_of(1'000), &spin);
    });
  }

  static std::uint64_t turns_of(std::uint64_t nanoseconds) {
    return static_cast<std::uint64_t>(static_cast<double>(nanoseconds) * spin_turns_per_ns());
  }

  // Two milliseconds of work for each worker, cut into tasks of that size.
  void add_grain(unsigned workers, std::uint64_t nanoseconds) {
    const std::uint64_t tasks = std::max<std::uint64_t>(2 * workers, 2'000'000 * workers / nanoseconds);
    add_with<grain<Scheduler>>("grain", load::work(nanoseconds), workers, 0, [=](pool_instruments&) {
      return grain<Scheduler>(tasks, turns_of(nanoseconds), &spin);
    });
  }
  void add_grains() {
    if constexpr (breadth_first) return;
    for (const unsigned workers : {1u, 2u}) {
      for (const std::uint64_t ns : {50u, 100u, 200u, 500u, 1'000u, 2'000u, 5'000u, 10'000u, 100'000u, 1'000'000u}) {
        if (workers != 2 || ns != 1'000) add_grain(workers, ns);
      }
    }
  }

  void add_starts() {
    for (const std::uint64_t gap_us : {1u, 10u, 100u, 1'000u, 10'000u, 100'000u}) {
      for (const unsigned workers : {1u, 2u}) {
        add_with<start_latency<Scheduler>>(
            "start", load::gap(gap_us), workers, 1,
            [gap_us](pool_instruments& seen) {
              return start_latency<Scheduler>(
                  std::max<std::uint64_t>(1, std::min<std::uint64_t>(100, 20'000 / gap_us)),
                  std::chrono::microseconds(gap_us), &now_ns, [&seen](std::uint64_t ns) { seen.latency.record(ns); },
                  [&seen](std::uint64_t ns) { seen.submit_call.record(ns); });
            },
            gap_us >= 1'000 ? 0.15 : 0);
      }
    }
  }

  void add_open_loops() {
    for (const unsigned percent : {50u, 70u, 90u, 95u}) {
      for (const unsigned workers : {1u, 2u}) {
        add_with<open_poisson<Scheduler>>(
            "open_poisson", load::offered(percent), workers, 1,
            [percent](pool_instruments& seen) {
              return open_poisson<Scheduler>({.share = percent / 100.0},
                                             {.now_ns = &now_ns,
                                              .spin = &spin,
                                              .turns_per_ns = spin_turns_per_ns(),
                                              .dispatched = [&seen](std::uint64_t ns) { seen.dispatch.record(ns); },
                                              .delayed = [&seen](std::uint64_t ns) { seen.delay.record(ns); },
                                              .completed = [&seen](std::uint64_t ns) { seen.latency.record(ns); },
                                              .late = [&seen](std::uint64_t count) { seen.late_starts += count; }});
            },
            0.1);
      }
    }
  }

  void add_at_rest() {
    const auto make = [design = cells_.design()](unsigned workers) -> resting_pool_maker {
      return [=](const std::vector<int>& cpus) -> std::unique_ptr<resting_pool> {
        return std::make_unique<resting_pool_of<Scheduler>>(setup_of(design, workers, cpus));
      };
    };
    cells_.add_at_rest("idle", load::workers(2), 2, [maker = make(2)](repetition_request request) {
      request.window_s = std::max(request.window_s, 0.2);
      return measure_idle(maker, request);
    });
    cells_.add_at_rest("pool_memory", load::workers(16) + load::tasks(100'000), 16,
                       [maker = make(16)](const repetition_request& request) {
                         return measure_pool_memory(maker, 16, 100'000, request);
                       });
  }

  pool_list cells_;
  const std::vector<int> cpus_;
};

// A scheduler as it is: a peer, a yardstick.
template <class Scheduler>
void add_scheduler(cell_registry& registry) {
  const scheduler_traits traits = Scheduler::traits;
  pool_cells<Scheduler>(registry, {.name = traits.name, .traits = traits}).template add<pool_range::all>();
}

}  // namespace schedlab
