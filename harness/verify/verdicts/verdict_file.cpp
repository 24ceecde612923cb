#include "harness/verify/verdicts/verdict_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "harness/base/file.hpp"
#include "harness/base/process/executable_path.hpp"
#include "harness/verify/verdicts/checked_source.hpp"

namespace schedlab::verify {
namespace {

using json = nlohmann::ordered_json;

json to_json(const verdict& v) {
  return {{"verdict", v.is},
          {"suite", v.suite},
          {"fingerprint", v.fingerprint},
          {"bounds", v.bounds},
          {"left_out", v.left_out},
          {"executions", v.executions},
          {"longest_operation_steps", v.longest_operation},
          {"defects", v.defects},
          {"specified_orders", v.specified_orders},
          {"why", v.why}};
}

verdict from_json(const json& j) {
  verdict v;
  j.at("verdict").get_to(v.is);
  j.at("suite").get_to(v.suite);
  j.at("fingerprint").get_to(v.fingerprint);
  j.at("bounds").get_to(v.bounds);
  v.left_out = j.value("left_out", v.left_out);
  j.at("executions").get_to(v.executions);
  j.at("longest_operation_steps").get_to(v.longest_operation);
  j.at("defects").get_to(v.defects);
  j.at("specified_orders").get_to(v.specified_orders);
  j.at("why").get_to(v.why);
  return v;
}

}  // namespace

std::filesystem::path local_verdicts() {
  const std::filesystem::path results = checkout() / "results";
  return (::access(results.c_str(), W_OK) == 0 ? results : executable_folder()) / "verdicts.json";
}
std::filesystem::path baseline_verdicts() { return checkout() / "results/baselines/verdicts.json"; }

result<verdicts> read_verdicts(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return verdicts{};
  const auto text = read_file(path);
  if (!text) return text.why();
  verdicts all;
  try {
    const json parsed = json::parse(*text);
    for (const auto& [design, one] : parsed.at("designs").items()) all[design] = from_json(one);
  } catch (const json::exception& problem) {
    return failure{fmt::format("{} is not a file of verdicts ({}); delete it and run `schedlab verify` again",
                               path.string(), problem.what())};
  }
  return all;
}

outcome write_verdicts(const std::filesystem::path& path, const verdicts& all) {
  json designs = json::object();
  for (const auto& [design, one] : all) designs[design] = to_json(one);
  const json whole = {
      {"schema_version", 1},
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

badge badges::of(const std::string& design) const {
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
  if (known->is != "clean") return {known->is, *known};
  return {known->suite == "full" ? "clean" : "quick", *known};
}

}  // namespace schedlab::verify
