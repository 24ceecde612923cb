#include "harness/cells/pools/pool_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "harness/measure/machine/cache_topology.hpp"
#include "harness/measure/placement.hpp"
#include "schedulers/idle/block.hpp"
#include "schedulers/idle/park.hpp"
#include "schedulers/idle/spin.hpp"
#include "schedulers/idle/spin_yield.hpp"
#include "schedulers/stealing/batch.hpp"
#include "schedulers/stealing/busiest.hpp"
#include "schedulers/stealing/half.hpp"
#include "schedulers/stealing/nearest.hpp"
#include "schedulers/stealing/one.hpp"
#include "schedulers/stealing/random.hpp"
#include "schedulers/stealing/sticky.hpp"

namespace schedlab {
namespace {

[[noreturn]] void no_such(const char* kind, const std::string& name) {
  throw std::logic_error(std::string("there is no ") + kind + " policy '" + name + "'");
}

std::shared_ptr<const idle_policy> idle_named(const std::string& name) {
  if (name == "spin") return std::make_shared<spin_idle>();
  if (name == "spin_yield") return std::make_shared<spin_yield_idle>();
  if (name == "park") return std::make_shared<park_idle>();
  if (name == "block") return std::make_shared<block_idle>();
  no_such("idle", name);
}

std::shared_ptr<const victim_policy> victim_named(const std::string& name, unsigned workers,
                                                  const std::vector<int>& cpus) {
  if (name == "random") return std::make_shared<random_victim>();
  if (name == "sticky") return std::make_shared<sticky_victim>();
  if (name == "busiest") return std::make_shared<busiest_victim>();
  if (name == "nearest") return std::make_shared<nearest_victim>(worker_distances(workers, cpus));
  no_such("victim", name);
}

std::shared_ptr<const amount_policy> amount_named(const std::string& name) {
  if (name == "one") return std::make_shared<steal_one>();
  if (name == "half") return std::make_shared<steal_half>();
  if (name == "batch") return std::make_shared<steal_batch>();
  no_such("amount", name);
}

}  // namespace

scheduler_setup setup_of(const scheduler_design& design, unsigned workers, const std::vector<int>& cpus) {
  scheduler_setup setup{.workers = workers};
  if (!design.idle.empty()) setup.idle = idle_named(design.idle);
  if (!design.victim.empty()) setup.victim = victim_named(design.victim, workers, cpus);
  if (!design.amount.empty()) setup.amount = amount_named(design.amount);
  setup.on_start = [cpus](unsigned worker) {
    pin_this_thread(cpus[worker % cpus.size()]);
    name_this_thread("worker " + std::to_string(worker));
  };
  // Who makes a thread per task has no workers to pin; its threads inherit the pin of whoever submits.
  if (!design.traits.queues) setup.on_start = [cpus](unsigned) { allow_this_thread(cpus); };
  return setup;
}

void pool_list::add(const char* workload, const std::string& load, unsigned workers, unsigned threads,
                    const pool_maker& make, double shortest_window_s) {
  add_cell(workload, fmt::format("w{}.{}", workers, load), threads, [=](repetition_request request) {
    request.window_s = std::max(request.window_s, shortest_window_s);
    return measure_pool(make, workers, request);
  });
}

void pool_list::add_at_rest(const char* workload, const std::string& load, unsigned workers,
                            std::function<measurement(const repetition_request&)> run) {
  add_cell(workload, load.empty() ? fmt::format("w{}", workers) : fmt::format("w{}.{}", workers, load), workers,
           std::move(run));
}

void pool_list::skip(const char* what, const char* reason) {
  registry_.skipped_schedulers.push_back({fmt::format("{}, {}", design_.name, what), reason});
}

void pool_list::add_cell(const char* workload, const std::string& load, unsigned threads,
                         std::function<measurement(const repetition_request&)> run) {
  registry_.cells.push_back({fmt::format("pool/{}/{}/{}", design_.name, workload, load), design_.name, workload, load,
                             threads, std::move(run)});
}

}  // namespace schedlab
