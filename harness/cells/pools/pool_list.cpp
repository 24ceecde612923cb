#include "harness/cells/pools/pool_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/measure/machine/cache_topology.hpp"
#include "harness/measure/placement.hpp"
#include "schedulers/policies.hpp"

namespace schedlab {
scheduler_setup setup_of(const scheduler_design& design, unsigned workers, const std::vector<int>& cpus) {
  scheduler_setup setup{.workers = workers};
  if (!design.idle.empty()) setup.idle = policy_named<idle_policy>(idle_policies, design.idle);
  if (!design.victim.empty()) {
    setup.victim = policy_named<victim_policy>(victim_policies, design.victim, worker_distances(workers, cpus));
  }
  if (!design.amount.empty()) setup.amount = policy_named<amount_policy>(amount_policies, design.amount);
  setup.on_start = [cpus](unsigned worker) {
    pin_this_thread(cpus[worker % cpus.size()]);
    name_this_thread("worker " + std::to_string(worker));
  };
  // Who makes a thread per task has no workers to pin; its threads inherit the pin of whoever submits.
  if (!design.traits.queues) setup.on_start = [cpus](unsigned) { allow_this_thread(cpus); };
  return setup;
}

void pool_list::add(const char* workload, const named_load& work, unsigned workers, unsigned threads,
                    const pool_maker& make, double shortest_window_s) {
  add_cell(workload, load::workers(workers) + work, threads, [=](repetition_request request) {
    request.window_s = std::max(request.window_s, shortest_window_s);
    return measure_pool(make, workers, request);
  });
}

void pool_list::add_at_rest(const char* workload, const named_load& load, unsigned workers,
                            std::function<measurement(const repetition_request&)> run) {
  add_cell(workload, load, workers, std::move(run));
}

void pool_list::skip(const char* what, const char* reason) {
  registry_.skipped_schedulers.push_back({fmt::format("{}, {}", design_.name, what), reason});
}

void pool_list::add_cell(const char* workload, const named_load& load, unsigned threads,
                         std::function<measurement(const repetition_request&)> run) {
  registry_.cells.push_back({fmt::format("pool/{}/{}/{}", design_.name, workload, load.text()), design_.name, workload,
                             load.text(), threads, std::move(run)});
}

}  // namespace schedlab
