// Columns in the order of the table of metrics, so that a spreadsheet made for one run reads the next; in the middle
// whatever else the workloads and designs of the run counted, by name.
#include "harness/run/archive/samples_table.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "harness/base/joined.hpp"
#include "harness/cells/metrics.hpp"

namespace schedlab {
namespace {

using json = nlohmann::json;
using enum column_in_samples;

column_in_samples column_of(const std::string& key) {
  const metric* declared = metric_named(key);
  return declared == nullptr ? if_measured : declared->column;
}

std::vector<std::string> columns_of(const std::vector<json>& entries) {
  std::set<std::string> measured;
  for (const json& entry : entries) {
    for (const auto& [key, value] : entry.items()) measured.insert(key);
  }
  std::erase_if(measured, [](const std::string& key) { return column_of(key) != if_measured; });
  std::vector<std::string> columns;
  for (const metric& one : metrics) {
    if (one.column == always || one.column == unless_failed) columns.emplace_back(one.name);
    if (one.column == if_measured) {  // all of them, where the table has the first
      columns.insert(columns.end(), measured.begin(), measured.end());
      measured.clear();
    }
  }
  return columns;
}

std::string field(const json& entry, const std::string& key) {
  const auto found = entry.find(key);
  if (found == entry.end()) return "";
  std::string text = found->is_string() ? found->get<std::string>() : found->dump();
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return '"' + text + '"';
}

}  // namespace

std::string samples_table(const std::vector<repetition_record>& records, const placement_modes& modes) {
  std::vector<json> entries;
  entries.reserve(records.size());
  for (const repetition_record& r : records) entries.push_back(json::parse(r.entry, nullptr, false));
  const std::vector<std::string> columns = columns_of(entries);
  std::string table = joined(columns, ",") + "\n";
  for (std::size_t i = 0; i < records.size(); ++i) {
    const repetition_record& r = records[i];
    entries[i]["placement_mode"_key] = modes.label(r.round_trip_before_ns, r.round_trip_after_ns);
    std::vector<std::string> fields;
    for (const std::string& column : columns) {
      // A failed repetition has no numbers: the zeros in its entry are only there for readers of Google Benchmark's format.
      const bool stands = r.error.empty() || column_of(column) == always;
      fields.push_back(stands ? field(entries[i], column) : "");
    }
    table += joined(fields, ",") + "\n";
  }
  return table;
}

}  // namespace schedlab
