// `schedlab list`: the designs with what they promise and what the checker says of it; the workloads; the cells; what
// their names mean; and the metrics. Tables or JSON.
#include <algorithm>
#include <memory>

#include "harness/base/tell.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/list/listings.hpp"
#include "harness/measure/placement.hpp"
#include "harness/run/plan/plan.hpp"

namespace schedlab {
namespace {

struct listing {
  const char* name;
  outcome (*print)(cell_registry& registry, const list_call& asked);
};

constexpr listing listings[] = {
    {"queues", list_queues}, {"schedulers", list_schedulers}, {"workloads", list_workloads},
    {"cells", list_cells},   {"words", list_words},           {"metrics", list_metrics},
};

std::vector<std::string> all_listings() {
  std::vector<std::string> names;
  for (const listing& one : listings) names.emplace_back(one.name);
  return names;
}

int list(const list_call& asked) {
  cell_registry registry;
  registry.max_threads = thread_limit(static_cast<unsigned>(allowed_cpus().size()));
  add_all_designs(registry);
  const auto is_asked = [&](const listing& one) { return one.name == asked.listing; };
  const outcome listed = std::find_if(std::begin(listings), std::end(listings), is_asked)->print(registry, asked);
  return listed ? exit_done : complain(listed.why());
}

}  // namespace

command list_command() {
  const auto asked = std::make_shared<list_call>();
  return {
      "list",
      "List queues and schedulers with what they promise, workloads, cells that can be run, what names mean, or metrics",
      "Examples: schedlab list\n"
      "          schedlab list schedulers work_stealing\n"
      "          schedlab list cells vyukov_ring --json\n"
      "          schedlab list cells --suite quick\n"
      "          schedlab list words capacity\n"
      "          schedlab list metrics _ns",
      {{"what", "What to list", &asked->listing, {}, all_listings()},
       {"filter",
        "Only those whose name is this, begins with it where it ends in '/', or matches it as a regular expression",
        &asked->filter},
       {"--suite", "Of cells: only those of this suite, quick or full (all)", &asked->suite, {}, {"quick", "full"}},
       {"--json", "As JSON", &asked->json}},
      [asked] { return list(*asked); }};
}

}  // namespace schedlab
