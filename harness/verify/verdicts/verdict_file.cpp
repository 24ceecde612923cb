#include "harness/verify/verdicts/verdict_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "harness/base/file.hpp"
#include "harness/base/json_fields.hpp"
#include "harness/base/process/home.hpp"
#include "harness/base/schema_versions.hpp"
#include "harness/verify/verdicts/checked_source.hpp"

namespace schedlab::verify {
namespace {

using json = nlohmann::ordered_json;

}  // namespace

std::filesystem::path local_verdicts() { return results_folder() / "verdicts.json"; }
std::filesystem::path baseline_verdicts() {
  return home() ? home()->folder / "results/baselines/verdicts.json" : std::filesystem::path();
}

result<verdicts> read_verdicts(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return verdicts{};
  const auto text = read_file(path);
  if (!text) return text.why();
  verdicts all;
  try {
    const json parsed = json::parse(*text);
    for (const auto& [design, one] : parsed.at("designs").items()) all[design] = fields_from<verdict>(one);
  } catch (const json::exception& problem) {
    return failure{fmt::format("{} is not a file of verdicts ({}); delete it and run `schedlab verify` again",
                               path.string(), problem.what())};
  }
  return all;
}

outcome write_verdicts(const std::filesystem::path& path, const verdicts& all) {
  json designs = json::object();
  for (const auto& [design, one] : all) designs[design] = fields_json(one);
  const json whole = {
      {"schema_version", verdicts_schema},
      {"about", "What the model checker found (schedlab verify). results/schema.md explains the fields."},
      {"designs", designs}};
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  return replace_file(path, whole.dump(1) + "\n");
}

badges::badges() {
  if (auto read = read_verdicts(local_verdicts())) local_ = *read;
  if (auto read = read_verdicts(baseline_verdicts())) baseline_ = *read;
}

badge badges::badge_of(const std::string& design) const {
  const char* const compiled = fingerprint_of(design);
  if (compiled == nullptr) return {"not checkable", {}};
  const verdict* known = nullptr;
  bool outdated = false;
  for (const verdicts* file : {&local_, &baseline_}) {
    const auto found = file->find(design);
    if (found == file->end()) continue;
    if (found->second.fingerprint != compiled) {
      outdated = true;
    } else if (known == nullptr || (known->suite == "quick" && found->second.suite == "full")) {
      known = &found->second;
    }
  }
  if (known == nullptr) return {outdated ? "changed" : "unchecked", {}};
  if (known->word != "clean") return {known->word, *known};
  return {known->suite == "full" ? "clean" : "quick", *known};
}

}  // namespace schedlab::verify
