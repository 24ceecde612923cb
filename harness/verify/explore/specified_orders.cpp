#include "harness/verify/explore/specified_orders.hpp"
#include "harness/verify/explore/subject_named.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "harness/verify/explore/defects.hpp"
#include "harness/verify/explore/source_line.hpp"
#include "harness/verify/queues/battery.hpp"
#include "harness/verify/queues/queue_program.hpp"

namespace schedlab::verify {
namespace {

constexpr const char* design = "wpol_queue_as_written";
constexpr const char* scenarios[] = {
    "capacity 2; push push | pop pop",
    "capacity 1; push push | pop pop",
    "capacity 2; before: push pop push; push push | pop pop",
    "capacity 4; push push push | pop pop pop",
    "capacity 2; allocate | allocate",
};

// A line of the table and the accesses that it means, known by the text of their source.
struct table_line {
  const char* name;
  order specified;
  std::vector<const char*> accesses;
};

const std::vector<table_line>& table() {
  static const std::vector<table_line> lines = {
      {"head and tail load: acquire", order::acquire, {"tail().load", "head().load"}},
      {"head and tail store: release", order::release, {"tail().fetch_add"}},
      {"entry load: acquire", order::acquire, {"entry.load"}},
      {"entry store: release", order::release, {"entry.store"}},
      {"compare-exchange: acq_rel", order::acq_rel, {"compare_exchange"}},
      {"counter update: relaxed", order::relaxed, {"allocated().fetch_add"}},
  };
  return lines;
}

struct site_of_line {
  std::string file;
  int line;
  order_role role;
  const table_line* line_of_table;
};

std::vector<order_override> at_their_orders(const std::vector<site_of_line>& sites) {
  std::vector<order_override> all;
  for (const site_of_line& s : sites) {
    // A failed compare-exchange only reads, so its order can be acquire at most.
    const order asked = s.role == order_role::on_failure ? order::acquire : s.line_of_table->specified;
    all.push_back({s.file, s.line, s.role, asked});
  }
  return all;
}

class checker {
 public:
  checker(const queue_subject& subject, const exploration_limits& limits) : subject_(subject), limits_(limits) {
    for (const char* text : scenarios) {
      const auto parsed = parse_scenario(text);
      if (!parsed) throw std::logic_error(parsed.why().message);
      planned_.push_back({*parsed, memory_model::weak, no_limit, 0, false, false});
    }
  }

  std::vector<site_of_line> sites() {
    order_sites seen;
    machine_.collect_sites(&seen);
    static_cast<void>(explored({}));
    machine_.collect_sites(nullptr);
    std::vector<site_of_line> found;
    for (const auto& [key, site] : seen.all()) {
      const auto& [file, line, role] = key;
      const std::string source = source_line(file, line);
      for (const table_line& candidate : table()) {
        const auto means = [&](const char* access) { return source.find(access) != std::string::npos; };
        if (std::any_of(candidate.accesses.begin(), candidate.accesses.end(), means)) {
          found.push_back({file, line, role, &candidate});
        }
      }
    }
    return found;
  }

  // The fault that these orders allow; its kind is none if there is no fault.
  violation explored(const std::vector<order_override>& orders) {
    machine_.overrides().set(orders);
    violation found;
    for (const planned_check& planned : planned_) {
      queue_program program(subject_, planned.scenario, specification_of(subject_, planned));
      const exploration result = explore_once(machine_, program, options_of(subject_, planned), limits_);
      if (result.ended_as == exploration::verdict::clean) continue;
      found = result.found;
      if (result.ended_as == exploration::verdict::unfinished) {
        found = {violation_kind::cannot_explore, {}, "time limit"};
      }
      break;
    }
    machine_.overrides().set({});
    return found;
  }

 private:
  machine machine_;
  const queue_subject& subject_;
  const exploration_limits limits_;
  std::vector<planned_check> planned_;
};

std::string named(const violation& found) {
  if (found.kind == violation_kind::cannot_explore) return "not decided, " + found.text;
  return found.kind == violation_kind::wrong_history ? name_of(found.why) : word(found.kind);
}

}  // namespace

bool has_specified_orders(const subject& explored) { return explored.name() == std::string(design); }

std::vector<specified_order> check_specified_orders(const exploration_limits& limits) {
  const queue_subject* const subject = queue_named(design);
  if (subject == nullptr) return {};
  checker checks(*subject, limits);
  const std::vector<site_of_line> sites = checks.sites();
  const std::vector<order_override> specified = at_their_orders(sites);

  const violation of_all = checks.explored(specified);
  const bool all_enough = of_all.kind == violation_kind::none;
  std::vector<specified_order> rows = {
      {"the whole table", all_enough, false,
       all_enough ? "enough for one producer and one consumer" : "not enough: " + named(of_all)}};
  for (const table_line& line : table()) {
    std::vector<order_override> only;
    std::vector<order_override> weaker = specified;
    for (std::size_t i = 0; i < sites.size(); ++i) {
      if (sites[i].line_of_table != &line) continue;
      only.push_back(specified[i]);
      weaker[i].instead = order::relaxed;
    }
    specified_order row{line.name, false, false, ""};
    const violation at_specified = checks.explored(only);
    row.enough = at_specified.kind == violation_kind::none;
    const violation at_relaxed = checks.explored(weaker);
    row.needed = at_relaxed.kind != violation_kind::none;
    row.verdict = !row.enough                        ? "not enough: " + named(at_specified)
                  : row.needed                       ? "enough; relaxed is not: " + named(at_relaxed)
                  : line.specified == order::relaxed ? "enough"
                                                     : "enough; beside the other lines relaxed would do";
    rows.push_back(row);
  }
  std::vector<order_override> none = specified;
  for (order_override& one : none) one.instead = order::relaxed;
  const violation of_none = checks.explored(none);
  const bool none_is_enough = of_none.kind == violation_kind::none;
  rows.push_back(
      {"every line relaxed", none_is_enough, false, none_is_enough ? "enough" : "not enough: " + named(of_none)});
  return rows;
}

}  // namespace schedlab::verify
