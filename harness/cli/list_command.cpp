// `schedlab list`: the designs with what they promise and what the checker says of it; the workloads; the cells; or the
// metrics. Tables or JSON.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/base/joined.hpp"
#include "harness/base/nearest_names.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/text_table.hpp"
#include "harness/cells/cell.hpp"
#include "harness/cells/cell_filter.hpp"
#include "harness/cells/workload_words.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/list_metrics.hpp"
#include "harness/measure/placement.hpp"
#include "harness/run/archive/design_json.hpp"
#include "harness/run/plan/plan.hpp"
#include "harness/run/plan/quick_suite.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;
using row = table_row;

void print_table(const std::vector<row>& rows) { fmt::print("{}", table_text(rows, output_width())); }

// Of what is listed and what is skipped, only what the filter means is left, and that is something.
template <class Listed, class NameOf>
outcome narrow(std::vector<Listed>& listed, std::vector<skipped_design>& skipped, NameOf name_of,
               const std::string& filter) {
  std::vector<std::string> names;
  names.reserve(listed.size() + skipped.size());
  for (const Listed& one : listed) names.emplace_back(name_of(one));
  for (const skipped_design& s : skipped) names.push_back(s.name.substr(0, s.name.find(',')));
  const auto found = matching_names(names, filter);
  if (!found) return found.why();
  if (found->empty()) {
    return failure{fmt::format("none matches '{}'; nearest names: {}", filter, joined(nearest_names(filter, names)))};
  }
  std::vector<Listed> listed_left;
  std::vector<skipped_design> skipped_left;
  for (const std::size_t i : *found) {
    if (i < listed.size()) {
      listed_left.push_back(std::move(listed[i]));
    } else {
      skipped_left.push_back(std::move(skipped[i - listed.size()]));
    }
  }
  listed = std::move(listed_left);
  skipped = std::move(skipped_left);
  return done{};
}

void say(const std::string& sentence) { fmt::print("\n{}\n", wrapped(sentence, output_width())); }

// What a scheduler promises rests on its lane too.
std::string checked_text(const verify::badges& checked, const scheduler_design& d) {
  if (d.traits.kind != design_kind::own) return "not checkable";
  std::string protocol = checked.of(d.traits.name).text;
  if (d.lane.empty()) return protocol;
  const std::string lane = checked.of(d.lane).text;
  return lane == protocol ? protocol : fmt::format("{}; lane: {}", protocol, lane);
}

std::size_t cells_of(const cell_registry& registry, const std::string& design) {
  return static_cast<std::size_t>(
      std::count_if(registry.cells.begin(), registry.cells.end(), [&](const cell& c) { return c.design == design; }));
}

json to_json(const queue_traits& traits, const verify::badge& checked, std::size_t cells) {
  json all = design_json(traits, checked);
  all["name"] = traits.name;
  all["cells"] = cells;
  return all;
}

void list_queues_as_json(const cell_registry& registry) {
  const verify::badges checked;
  json designs = json::array();
  for (const design& d : registry.designs) {
    designs.push_back(to_json(d.traits, checked.of(d.traits.name), cells_of(registry, d.traits.name)));
  }
  json skipped = json::array();
  for (const skipped_design& s : registry.skipped) skipped.push_back({{"name", s.name}, {"reason", s.reason}});
  fmt::print("{}\n", json{{"designs", designs}, {"skipped", skipped}}.dump(1));
}

void list_queues(const cell_registry& registry) {
  const verify::badges checked;
  std::vector<row> rows = {
      {"NAME", "KIND", "PRODUCERS", "CONSUMERS", "ORDER", "SIZE", "PROGRESS", "TRY", "CHECKED", "CELLS"}};
  for (const design& d : registry.designs) {
    const queue_traits& t = d.traits;
    rows.push_back(
        {t.name, word(t.kind), word(t.producers), word(t.consumers), word(t.order), t.bounded ? "bounded" : "unbounded",
         word(t.progress), word(t.strength), checked.of(t.name).text,
         t.sound ? std::to_string(cells_of(registry, t.name)) : "none: not sound, so tested and never timed"});
  }
  print_table(rows);
  for (const skipped_design& s : registry.skipped) say(fmt::format("skipped: {}: {}", s.name, s.reason));
}

void list_schedulers_as_json(const cell_registry& registry) {
  const verify::badges checked;
  json designs = json::array();
  for (const scheduler_design& d : registry.schedulers) {
    json all = design_json(d, checked);
    all["name"] = d.name;
    all["cells"] = cells_of(registry, d.name);
    designs.push_back(all);
  }
  json skipped = json::array();
  for (const skipped_design& s : registry.skipped_schedulers)
    skipped.push_back({{"name", s.name}, {"reason", s.reason}});
  fmt::print("{}\n", json{{"designs", designs}, {"skipped", skipped}}.dump(1));
}

// A row per scheduler and lane; a combination is named SCHEDULER.LANE[.VICTIM.AMOUNT].IDLE.
void list_schedulers(const cell_registry& registry, bool with_skipped) {
  struct combinations {
    const scheduler_design* first;
    std::vector<std::string> victims, amounts, idles;
    std::size_t cells = 0;
  };
  std::vector<combinations> found;
  const auto note = [](std::vector<std::string>& names, const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const scheduler_design& d : registry.schedulers) {
    auto at = std::find_if(found.begin(), found.end(), [&](const combinations& c) {
      return std::string_view(c.first->traits.name) == d.traits.name && c.first->lane == d.lane;
    });
    if (at == found.end()) at = found.insert(at, {&d, {}, {}, {}, 0});
    note(at->victims, d.victim);
    note(at->amounts, d.amount);
    note(at->idles, d.idle);
    at->cells += cells_of(registry, d.name);
  }
  const verify::badges checked;
  const auto listed = [](const std::vector<std::string>& names) { return names.empty() ? "-" : joined(names, "|"); };
  std::vector<row> rows = {{"NAME", "KIND", "VICTIM", "AMOUNT", "IDLE", "OUTSIDE", "JOINS", "CHECKED", "CELLS"}};
  for (const combinations& c : found) {
    const scheduler_traits& t = c.first->traits;
    rows.push_back({std::string(t.name) + (c.first->lane.empty() ? "" : "." + c.first->lane), word(t.kind),
                    listed(c.victims), listed(c.amounts), listed(c.idles), t.takes_outside_tasks ? "yes" : "no",
                    t.joins ? "yes" : "no", checked_text(checked, *c.first), std::to_string(c.cells)});
  }
  print_table(rows);
  say("A combination is named by its parts: work_stealing.chase_lev_deque.sticky.one.park, "
      "global_queue.mutex_queue.block. CHECKED is of the scheduler's protocol, and of the lane where that says less.");
  std::vector<std::pair<std::string, std::vector<std::string>>> names_by_reason;
  for (const skipped_design& s : registry.skipped_schedulers) {
    auto at = std::find_if(names_by_reason.begin(), names_by_reason.end(),
                           [&](const auto& r) { return r.first == s.reason; });
    if (at == names_by_reason.end()) at = names_by_reason.insert(at, {s.reason, {}});
    at->second.push_back(s.name);
  }
  std::vector<row> counts = {{"SKIPPED", "BECAUSE"}};
  for (const auto& [reason, names] : names_by_reason) {
    if (with_skipped) say(fmt::format("skipped, because {}:", reason));
    for (const std::string& name : names) {
      if (with_skipped) fmt::print("{}\n", wrapped("  " + name, output_width()));
    }
    counts.push_back({std::to_string(names.size()), reason});
  }
  if (with_skipped || names_by_reason.empty()) return;
  fmt::print("\n{}A filter names them: schedlab list schedulers work_stealing\n", table_text(counts, output_width()));
}

struct workload_in_use {
  const workload_words* words = nullptr;
  std::vector<std::string> loads;  // in the order of the first design that has them
  std::set<std::string> designs;
};

std::vector<workload_in_use> workloads_in_use(const std::vector<cell>& cells) {
  std::vector<workload_in_use> found;
  for (const workload_words& words : workloads_in_words) {
    workload_in_use one{&words, {}, {}};
    for (const cell& c : cells) {
      if (c.workload != words.name) continue;
      one.designs.insert(c.design);
      if (std::find(one.loads.begin(), one.loads.end(), c.load) == one.loads.end()) one.loads.push_back(c.load);
    }
    found.push_back(std::move(one));
  }
  return found;
}

void list_workloads(const std::vector<workload_in_use>& workloads) {
  std::vector<row> rows = {{"WORKLOAD", "DESIGNS", "AN ITEM IS", "LOADS"}};
  for (const workload_in_use& one : workloads) {
    rows.push_back({one.words->name, std::to_string(one.designs.size()), one.words->item, joined(one.loads, " ")});
  }
  print_table(rows);
}

void list_workloads_as_json(const std::vector<workload_in_use>& workloads) {
  json list = json::array();
  for (const workload_in_use& one : workloads) {
    list.push_back(
        {{"name", one.words->name}, {"item", one.words->item}, {"loads", one.loads}, {"designs", one.designs.size()}});
  }
  fmt::print("{}\n", list.dump(1));
}

void list_cells(const std::vector<cell>& cells, const std::vector<std::size_t>& chosen, unsigned cores) {
  const quick_suite quick(cores);
  std::vector<row> rows = {{"CELL", "THREADS", "SUITE", ""}};
  for (const std::size_t i : chosen) {
    const cell& c = cells[i];
    rows.push_back({c.name, std::to_string(c.threads), quick.has(c.name, c.design) ? "quick" : "full",
                    c.threads > cores ? "oversubscribed" : ""});
  }
  print_table(rows);
}

void list_cells_as_json(const std::vector<cell>& cells, const std::vector<std::size_t>& chosen, unsigned cores) {
  const quick_suite quick(cores);
  json list = json::array();
  for (const std::size_t i : chosen) {
    const cell& c = cells[i];
    list.push_back({{"name", c.name},
                    {"design", c.design},
                    {"workload", c.workload},
                    {"load", c.load},
                    {"threads", c.threads},
                    {"suite", quick.has(c.name, c.design) ? "quick" : "full"},
                    {"oversubscribed", c.threads > cores}});
  }
  fmt::print("{}\n", list.dump(1));
}

outcome list_metrics(const std::string& filter, bool as_json) {
  std::vector<metric> listed(metrics.begin(), metrics.end());
  std::vector<skipped_design> none;
  const auto name_of = [](const metric& one) { return one.name; };
  if (auto left = narrow(listed, none, name_of, filter); !left) return left;
  as_json ? print_metrics_as_json(listed) : print_metrics_as_table(listed);
  return done{};
}

struct list_call {
  std::string what = "queues";
  std::string filter;
  std::string suite;
  bool json = false;
};

int list(const list_call& asked) {
  if (asked.what == "metrics") {
    const outcome listed = list_metrics(asked.filter, asked.json);
    return listed ? exit_done : complain(listed.why());
  }
  const auto cores = static_cast<unsigned>(allowed_cpus().size());
  cell_registry registry;
  registry.max_threads = thread_limit(cores);
  add_all_designs(registry);
  if (asked.what == "queues") {
    const auto name_of = [](const design& d) { return d.traits.name; };
    if (auto left = narrow(registry.designs, registry.skipped, name_of, asked.filter); !left)
      return complain(left.why());
    asked.json ? list_queues_as_json(registry) : list_queues(registry);
    return exit_done;
  }
  if (asked.what == "schedulers") {
    const auto name_of = [](const scheduler_design& d) { return d.name; };
    if (auto left = narrow(registry.schedulers, registry.skipped_schedulers, name_of, asked.filter); !left) {
      return complain(left.why());
    }
    asked.json ? list_schedulers_as_json(registry) : list_schedulers(registry, /*with_skipped=*/!asked.filter.empty());
    return exit_done;
  }
  if (asked.what == "workloads") {
    auto workloads = workloads_in_use(registry.cells);
    std::vector<skipped_design> none;
    const auto name_of = [](const workload_in_use& one) { return one.words->name; };
    if (auto left = narrow(workloads, none, name_of, asked.filter); !left) return complain(left.why());
    asked.json ? list_workloads_as_json(workloads) : list_workloads(workloads);
    return exit_done;
  }
  auto chosen = matching_cells(registry, asked.filter);
  if (!chosen) return complain(chosen.why());
  if (asked.suite == "quick") {
    const quick_suite quick(cores);
    std::erase_if(*chosen, [&](std::size_t i) { return !quick.has(registry.cells[i].name, registry.cells[i].design); });
  }
  asked.json ? list_cells_as_json(registry.cells, *chosen, cores) : list_cells(registry.cells, *chosen, cores);
  return exit_done;
}

}  // namespace

command list_command() {
  const auto asked = std::make_shared<list_call>();
  return {"list",
          "List queues and schedulers with what they promise, workloads, cells that can be run, or metrics",
          "Examples: schedlab list\n"
          "          schedlab list schedulers work_stealing\n"
          "          schedlab list cells vyukov_ring --json\n"
          "          schedlab list cells --suite quick\n"
          "          schedlab list metrics _ns",
          {{"what", "What to list", &asked->what, {}, {"queues", "schedulers", "workloads", "cells", "metrics"}},
           {"filter",
            "Only those whose name is this, begins with it where it ends in '/', or matches it as a regular expression",
            &asked->filter},
           {"--suite", "Of cells: only those of this suite, quick or full (all)", &asked->suite, {}, {"quick", "full"}},
           {"--json", "As JSON", &asked->json}},
          [asked] { return list(*asked); }};
}

}  // namespace schedlab
