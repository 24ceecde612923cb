// The plan as JSON. Only the build that made a plan may go on with it, because samples of two builds must not share a
// median.
#include "harness/run/plan/plan_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/base/file.hpp"
#include "harness/base/json_fields.hpp"
#include "harness/base/schema_versions.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

// What of these somebody changed to what no call would have accepted; empty if nothing.
std::string impossible_number(const json& options) {
  for (const char* name : {"repetitions", "cores", "window_s", "time_limit_s", "watchdog_s"}) {
    const json& value = options.at(name);
    if (!(value.is_number() && value > 0)) return fmt::format("{} is {}, it should be above 0", name, value.dump());
  }
  return "";
}

plan plan_from(const json& document) {
  plan read{fields_from<run_options>(document.at("options")), {}};
  for (const json& from : document.at("cells")) read.cells.push_back(fields_from<planned_cell>(from));
  return read;
}

}  // namespace

std::string plan_text(const plan& what, const provenance& source, const std::string& cpu_model) {
  json cells = json::array();
  for (const planned_cell& c : what.cells) cells.push_back(fields_json(c));
  return json{{"schema_version", run_schema}, {"executable", source.fingerprint},     {"commit", source.commit},
              {"cpu_model", cpu_model},       {"options", fields_json(what.options)}, {"cells", cells}}
             .dump(1) +
         "\n";
}

result<plan> read_plan(const std::filesystem::path& folder, const provenance& source) {
  const auto text = read_file(folder / "plan.json");
  if (!text)
    return failure{fmt::format("--resume {}: there is no plan.json; give the folder of a run", folder.string())};
  const json document = json::parse(*text, nullptr, false);
  if (!document.is_object() || !document.contains("schema_version")) {
    return failure{
        fmt::format("{}: is not the plan of a run; give the folder of a run", (folder / "plan.json").string())};
  }
  if (document["schema_version"] != run_schema) {
    return failure{
        fmt::format("{}: has schema version {}, this executable writes {}; resume with the schedlab that began "
                    "the run, or begin a new one",
                    folder.string(), document["schema_version"].dump(), run_schema)};
  }
  try {
    if (const std::string wrong = impossible_number(document.at("options")); !wrong.empty()) {
      return failure{fmt::format("{}: {}", (folder / "plan.json").string(), wrong)};
    }
    plan read = plan_from(document);
    if (document.at("executable") != source.fingerprint) {
      return failure{
          fmt::format("{}: was begun by another build of schedlab, and samples of two builds are not mixed; build "
                      "commit {} again or begin a new run",
                      folder.string(), document.value("commit", "unknown"))};
    }
    return read;
  } catch (const json::exception& problem) {
    return failure{fmt::format("{}: is not the plan of a run ({})", (folder / "plan.json").string(), problem.what())};
  }
}

std::string missing_cells(const plan& what, const cell_registry& registry) {
  std::string missing;
  for (const planned_cell& planned : what.cells) {
    const bool there = std::any_of(registry.cells.begin(), registry.cells.end(),
                                   [&](const cell& c) { return c.name == planned.name; });
    if (!there) missing += (missing.empty() ? "" : ", ") + planned.name;
  }
  return missing;
}

}  // namespace schedlab
