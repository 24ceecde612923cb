#include "harness/verify/explore/order_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "harness/base/text_table.hpp"
#include "harness/verify/explore/in_parallel.hpp"
#include "harness/verify/explore/source_line.hpp"
#include "harness/verify/explore/verification.hpp"

namespace schedlab::verify {
namespace {

// The orders below the written one, from weak to strong.
std::vector<order> weaker_than(order written, step_kind what, order_role role) {
  using enum order;
  const bool only_reads = what == step_kind::load || role == order_role::on_failure;
  const bool only_writes = what == step_kind::store;
  std::vector<order> ladder = only_reads    ? std::vector{relaxed, acquire, seq_cst}
                              : only_writes ? std::vector{relaxed, release, seq_cst}
                                            : std::vector{relaxed, acquire, release, acq_rel, seq_cst};
  if (written == release) std::erase(ladder, acquire);
  ladder.erase(std::find(ladder.begin(), ladder.end(), written), ladder.end());
  return ladder;
}

std::vector<planned_check> weak_battery(const subject& explored, suite which) {
  std::vector<planned_check> planned = explored.planned(which);
  // A weakening that survives costs every scenario, so the quick table takes only complete ones; a protocol has few of
  // those.
  std::erase_if(planned, [which](const planned_check& p) {
    const bool too_long = which == suite::quick && p.preemptions != no_limit && p.scenario.workers == 0;
    return p.model != memory_model::weak || too_long;
  });
  return planned;
}

weakening weaken(machine& on, const subject& explored, const std::vector<planned_check>& scenarios,
                 const exploration_limits& limits, const order_override& change) {
  weakening tried{change.instead, false, {}, {}, true};
  on.overrides().set({change});
  for (const planned_check& planned : scenarios) {
    const auto program = explored.program(planned);
    const exploration result = explore_once(on, *program, explored.options(planned), limits);
    if (result.ended_as == exploration::verdict::unfinished) tried.decided = false;
    if (result.ended_as != exploration::verdict::refuted) continue;
    tried.refuted = tried.decided = true;
    tried.found = result.found;
    tried.refuting_check = planned;
    break;
  }
  on.overrides().set({});
  return tried;
}

const char* kind_of(const order_row& row) {
  switch (row.access) {
    case step_kind::load:
      return "load";
    case step_kind::store:
      return "store";
    case step_kind::fence:
      return "fence";
    case step_kind::compare_exchange:
      return row.role == order_role::on_failure ? "failed CAS" : "CAS";
    default:
      return "read-modify-write";
  }
}

}  // namespace

order_table orders_of(const subject& explored, suite which, unsigned workers, const exploration_limits& limits,
                      const std::function<void(std::size_t, std::size_t)>& finished) {
  machine on;
  order_sites sites;
  on.collect_sites(&sites);
  std::vector<planned_check> scenarios;
  for (const planned_check& planned : weak_battery(explored, which)) {
    checked_scenario unchanged = check(on, explored, planned, limits);
    if (unchanged.result.ended_as == exploration::verdict::clean) scenarios.push_back(std::move(unchanged.planned));
  }
  on.collect_sites(nullptr);

  order_table table{explored.name(), {}};
  std::vector<std::string> paths;
  for (const auto& [key, site] : sites.all()) {
    const auto& [path, line, role] = key;
    if (!explored.owns(path_from_root(path))) continue;
    order_row row{
        path_from_root(path), line, site.function, source_line(path, line), 0, site.access, role, site.written,
        site.written,         {}};
    row.repeated = static_cast<unsigned>(std::count_if(table.rows.begin(), table.rows.end(), [&](const order_row& r) {
      return r.file == row.file && r.function == row.function && r.source == row.source && r.role == row.role;
    }));
    table.rows.push_back(std::move(row));
    paths.push_back(path);
  }
  std::size_t done = 0;
  std::mutex talking;
  in_parallel(table.rows.size(), workers, [&](machine& own, std::size_t i) {
    order_row& row = table.rows[i];
    for (const order weaker : weaker_than(row.written, row.access, row.role)) {
      row.tried.push_back(weaken(own, explored, scenarios, limits, {paths[i], row.line, row.role, weaker}));
      if (row.tried.back().refuted) continue;
      row.weakest = weaker;
      break;
    }
    const std::lock_guard held(talking);
    finished(++done, table.rows.size());
  });
  return table;
}

std::string text_of(const order_table& table, std::size_t width) {
  std::vector<table_row> rows = {{"SITE", "ACCESS", "NOW", "WEAKEST", "IF WEAKENED FURTHER"}};
  for (const order_row& row : table.rows) {
    std::string why;
    for (const weakening& w : row.tried) {
      if (w.refuted) {
        why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", word(w.weaker),
                           w.found.kind == violation_kind::wrong_history ? name_of(w.found.why) : word(w.found.kind));
      } else if (!w.decided) {
        why += fmt::format("{}{}: not decided", why.empty() ? "" : "; ", word(w.weaker));
      }
    }
    rows.push_back({fmt::format("{}:{}", row.file, row.line), kind_of(row), word(row.written),
                    row.is_needed() ? "the same" : word(row.weakest), why});
    rows.push_back({fmt::format("    in {}: {}", row.function, row.source)});
  }
  return table_text(rows, width);
}

}  // namespace schedlab::verify
