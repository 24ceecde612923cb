// `schedlab list queues`: the queues and deques with what they promise, and what the checker says of it.
#include <nlohmann/json.hpp>

#include "harness/cli/list/list_tools.hpp"
#include "harness/cli/list/listings.hpp"
#include "harness/run/archive/design_json.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

json to_json(const queue_traits& traits, const verify::badge& checked, std::size_t cells) {
  json all = design_json(traits, checked);
  all["name"] = traits.name;
  all["cells"] = cells;
  return all;
}

void print_as_json(const cell_registry& registry) {
  const verify::badges checked;
  json designs = json::array();
  for (const design& d : registry.designs) {
    designs.push_back(to_json(d.traits, checked.badge_of(d.traits.name), cells_of(registry, d.traits.name)));
  }
  print_json({{"designs", designs}, {"skipped", skipped_json(registry.skipped)}});
}

void print_as_table(const cell_registry& registry) {
  const verify::badges checked;
  std::vector<table_row> rows = {
      {"NAME", "KIND", "PRODUCERS", "CONSUMERS", "ORDER", "SIZE", "PROGRESS", "TRY", "CHECKED", "CELLS"}};
  for (const design& d : registry.designs) {
    const queue_traits& t = d.traits;
    rows.push_back(
        {t.name, word(t.kind), word(t.producers), word(t.consumers), word(t.order), t.bounded ? "bounded" : "unbounded",
         word(t.progress), word(t.strength), checked.badge_of(t.name).text,
         t.sound ? std::to_string(cells_of(registry, t.name)) : "none: not sound, so tested and never timed"});
  }
  print_table(rows);
  for (const skipped_design& s : registry.skipped) print_sentence(fmt::format("skipped: {}: {}", s.name, s.reason));
}

}  // namespace

outcome list_queues(cell_registry& registry, const list_call& asked) {
  const auto name_of = [](const design& d) { return d.traits.name; };
  if (auto left = narrow(registry.designs, registry.skipped, name_of, asked.filter); !left) return left;
  asked.json ? print_as_json(registry) : print_as_table(registry);
  return done{};
}

}  // namespace schedlab
