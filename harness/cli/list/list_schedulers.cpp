// `schedlab list schedulers`: the schedulers with the policies that they are combined with.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/list/list_tools.hpp"
#include "harness/cli/list/listings.hpp"
#include "harness/run/archive/design_json.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

// What a scheduler promises rests on its lane too.
std::string checked_text(const verify::badges& checked, const scheduler_design& d) {
  if (d.traits.kind != design_kind::own) return "not checkable";
  std::string protocol = checked.badge_of(d.traits.name).text;
  if (d.lane.empty()) return protocol;
  const std::string lane = checked.badge_of(d.lane).text;
  return lane == protocol ? protocol : fmt::format("{}; lane: {}", protocol, lane);
}

void print_as_json(const cell_registry& registry) {
  const verify::badges checked;
  json designs = json::array();
  for (const scheduler_design& d : registry.schedulers) {
    json all = design_json(d, checked);
    all["name"] = d.name;
    all["cells"] = cells_of(registry, d.name);
    designs.push_back(all);
  }
  print_json({{"designs", designs}, {"skipped", skipped_json(registry.skipped_schedulers)}});
}

// A row per scheduler and lane; a combination is named SCHEDULER.LANE[.VICTIM.AMOUNT].IDLE.
void print_as_table(const cell_registry& registry, bool with_skipped) {
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
  std::vector<table_row> rows = {{"NAME", "KIND", "VICTIM", "AMOUNT", "IDLE", "OUTSIDE", "JOINS", "CHECKED", "CELLS"}};
  for (const combinations& c : found) {
    const scheduler_traits& t = c.first->traits;
    rows.push_back({std::string(t.name) + (c.first->lane.empty() ? "" : "." + c.first->lane), word(t.kind),
                    listed(c.victims), listed(c.amounts), listed(c.idles), t.takes_outside_tasks ? "yes" : "no",
                    t.joins ? "yes" : "no", checked_text(checked, *c.first), std::to_string(c.cells)});
  }
  print_table(rows);
  print_sentence(
      "A combination is named by its parts: work_stealing.chase_lev_deque.sticky.one.park, "
      "global_queue.mutex_queue.block. CHECKED is of the scheduler's protocol, and of the lane where that says less.");
  std::vector<std::pair<std::string, std::vector<std::string>>> names_by_reason;
  for (const skipped_design& s : registry.skipped_schedulers) {
    auto at = std::find_if(names_by_reason.begin(), names_by_reason.end(),
                           [&](const auto& r) { return r.first == s.reason; });
    if (at == names_by_reason.end()) at = names_by_reason.insert(at, {s.reason, {}});
    at->second.push_back(s.name);
  }
  std::vector<table_row> counts = {{"SKIPPED", "BECAUSE"}};
  for (const auto& [reason, names] : names_by_reason) {
    if (with_skipped) print_sentence(fmt::format("skipped, because {}:", reason));
    for (const std::string& name : names) {
      if (with_skipped) fmt::print("{}\n", wrapped("  " + name, output_width()));
    }
    counts.push_back({std::to_string(names.size()), reason});
  }
  if (with_skipped || names_by_reason.empty()) return;
  fmt::print("\n{}A filter names them: schedlab list schedulers work_stealing\n", table_text(counts, output_width()));
}

}  // namespace

outcome list_schedulers(cell_registry& registry, const list_call& asked) {
  const auto name_of = [](const scheduler_design& d) { return d.name; };
  if (auto left = narrow(registry.schedulers, registry.skipped_schedulers, name_of, asked.filter); !left) return left;
  asked.json ? print_as_json(registry) : print_as_table(registry, /*with_skipped=*/!asked.filter.empty());
  return done{};
}

}  // namespace schedlab
