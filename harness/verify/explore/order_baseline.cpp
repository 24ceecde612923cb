#include "harness/verify/explore/order_baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/base/file.hpp"
#include "harness/base/process/home.hpp"
#include "harness/base/schema_versions.hpp"

namespace schedlab::verify {
namespace {

using json = nlohmann::ordered_json;

std::filesystem::path baseline() { return home()->folder / "results/baselines/orders.json"; }

result<json> read_baseline() {
  if (!home()) return home().why();
  if (!std::filesystem::exists(baseline())) return json{{"schema_version", orders_schema}, {"designs", json::object()}};
  const auto text = read_file(baseline());
  if (!text) return text.why();
  try {
    return json::parse(*text);
  } catch (const json::exception& problem) {
    return failure{fmt::format("{} is not JSON: {}", baseline().string(), problem.what()), exit_check_failed};
  }
}

// The name has the file without its folder, because a header may move.
std::string name_of(const order_row& row) {
  return fmt::format("{} {}: {}{}{}", std::filesystem::path(row.file).filename().string(), row.function, row.source,
                     row.role == order_role::on_failure ? " (failure)" : "",
                     row.repeated == 0 ? "" : fmt::format(" (number {})", row.repeated + 1));
}

}  // namespace

result<std::vector<std::string>> compare_with_baseline(const order_table& now) {
  auto read = read_baseline();
  if (!read) return read.why();
  const json rows = (*read)["designs"].value(now.design, json::object());
  std::vector<std::string> differences;
  const std::string advice = "if that is meant: schedlab verify --orders " + now.design + " --update-baseline";
  for (const order_row& row : now.rows) {
    const std::string name = name_of(row);
    if (!rows.contains(name)) {
      differences.push_back(fmt::format("new: {}; {}", name, advice));
      continue;
    }
    const std::string known = rows[name].value("weakest", "");
    if (known != word(row.weakest)) {
      differences.push_back(
          fmt::format("changed: {} needs {}, the baseline says {}; {}", name, word(row.weakest), known, advice));
    }
    if (!row.is_needed() && rows[name].value("reason", "").empty()) {
      differences.push_back(
          fmt::format("stronger than needed, and results/baselines/orders.json gives no reason: {} "
                      "could be {}",
                      name, word(row.weakest)));
    }
  }
  for (const auto& known : rows.items()) {
    const auto same = [&](const order_row& row) { return name_of(row) == known.key(); };
    if (std::none_of(now.rows.begin(), now.rows.end(), same)) {
      differences.push_back(fmt::format("gone: {}; {}", known.key(), advice));
    }
  }
  return differences;
}

outcome update_baseline(const order_table& now) {
  auto read = read_baseline();
  if (!read) return read.why();
  const json before = (*read)["designs"].value(now.design, json::object());
  json rows = json::object();
  for (const order_row& row : now.rows) {
    json one = {{"written", word(row.written)}, {"weakest", word(row.weakest)}};
    json refuted = json::object();
    for (const weakening& w : row.tried) {
      if (w.refuted)
        refuted[word(w.weaker)] =
            w.found.kind == violation_kind::wrong_history ? verify::name_of(w.found.why) : word(w.found.kind);
    }
    one["refuted"] = refuted;
    if (!row.is_needed()) one["reason"] = before.contains(name_of(row)) ? before[name_of(row)].value("reason", "") : "";
    rows[name_of(row)] = one;
  }
  (*read)["designs"][now.design] = rows;
  std::error_code ignored;
  std::filesystem::create_directories(baseline().parent_path(), ignored);
  return replace_file(baseline(), read->dump(1) + "\n");
}

}  // namespace schedlab::verify
