// Selection and order. The random numbers are our own (splitmix64), because std::shuffle differs between libraries.
#include "harness/run/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "harness/base/counted.hpp"
#include "harness/base/joined.hpp"
#include "harness/cells/cell_filter.hpp"
#include "harness/run/plan/quick_suite.hpp"

namespace schedlab {
namespace {

std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t next(std::uint64_t& state) { return mixed(state += 0x9e3779b97f4a7c15u); }

bool has_wanted_threads(const cell& c, const run_options& options) {
  return options.threads.empty() || std::count(options.threads.begin(), options.threads.end(), c.threads) != 0;
}

failure nothing_left(const std::vector<cell>& cells, const std::vector<std::size_t>& matching,
                     const run_options& options) {
  std::set<unsigned> counts;
  for (const std::size_t i : matching) counts.insert(cells[i].threads);
  if (!options.threads.empty()) {
    return {fmt::format("--threads {}: no matching cell of the suite '{}' has so many threads; there are cells with {}",
                        joined_numbers(options.threads, ","), options.suite,
                        joined_numbers({counts.begin(), counts.end()}))};
  }
  return {fmt::format("'{}' matches {}, none of them in the suite '{}'; add --suite full", options.filter,
                      counted(matching.size(), "cell"), options.suite)};
}

std::set<std::string> yardsticks_of(const cell_registry& registry) {
  std::set<std::string> names;
  for (const design& d : registry.designs) {
    if (d.traits.kind == design_kind::yardstick) names.insert(d.traits.name);
  }
  for (const scheduler_design& d : registry.schedulers) {
    if (d.traits.kind == design_kind::yardstick) names.insert(d.name);
  }
  return names;
}

// A column is one workload at one load. Those of queues and of schedulers have different names.
void add_yardsticks(const cell_registry& registry, std::set<std::size_t>& wanted) {
  std::set<std::pair<std::string, std::string>> columns;
  for (const std::size_t i : wanted) columns.insert({registry.cells[i].workload, registry.cells[i].load});
  const std::set<std::string> yardsticks = yardsticks_of(registry);
  for (std::size_t i = 0; i < registry.cells.size(); ++i) {
    const cell& c = registry.cells[i];
    if (yardsticks.count(c.design) != 0 && columns.count({c.workload, c.load}) != 0) wanted.insert(i);
  }
}

}  // namespace

unsigned thread_limit(unsigned cores) { return std::min(256u, 4 * cores); }

result<plan> make_plan(const cell_registry& registry, const run_options& options) {
  const auto matching = matching_cells(registry, options.filter);
  if (!matching) return matching.why();
  const quick_suite quick(options.cores);
  std::set<std::size_t> wanted;
  for (const std::size_t i : *matching) {
    const cell& c = registry.cells[i];
    if ((options.suite == "full" || quick.has(c.name, c.design)) && has_wanted_threads(c, options)) wanted.insert(i);
  }
  if (wanted.empty()) return nothing_left(registry.cells, *matching, options);
  add_yardsticks(registry, wanted);
  plan made{options, {}};
  for (const std::size_t i : wanted) {
    const cell& c = registry.cells[i];
    made.cells.push_back({c.name, c.design, c.workload, c.load, c.threads, c.threads > options.cores});
  }
  return made;
}

std::vector<std::size_t> round_order(const plan& what, unsigned round) {
  std::vector<std::size_t> order(what.cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t state = mixed(what.options.seed) + round;
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[next(state) % left]);
  return order;
}

std::uint64_t repetition_seed(const plan& what, std::size_t cell, unsigned round) {
  std::uint64_t state = what.options.seed ^ (std::uint64_t{round} << 32) ^ cell;
  return next(state);
}

}  // namespace schedlab
