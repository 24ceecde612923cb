// Columns in a fixed order, so that a spreadsheet made for one run reads the next: those that name the sample, those that
// nearly all have, then whatever else the workloads and designs of the run counted, by name.
#include "harness/run/archive/samples_table.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

namespace schedlab {
namespace {

using json = nlohmann::json;

constexpr std::string_view naming[] = {"name",    "design",           "workload",     "load",
                                       "threads", "repetition_index", "order_in_run", "oversubscribed"};
constexpr std::string_view usual[] = {"iterations", "real_time",       "cpu_time", "time_unit", "items_per_second",
                                      "p50_ns",     "p90_ns",          "p95_ns",   "p99_ns",    "p999_ns",
                                      "max_ns",     "latency_samples", "lost_cpu", "disturbed"};
constexpr std::string_view last[] = {"flag_round_trip_before_ns", "flag_round_trip_after_ns", "error_message"};
// Of Google Benchmark's format, and the same in every row.
constexpr std::string_view left_out[] = {"run_name",    "run_type",      "family_index", "per_family_instance_index",
                                         "repetitions", "error_occurred"};

template <std::size_t N>
bool is_one_of(const std::string_view (&names)[N], std::string_view key) {
  return std::find(std::begin(names), std::end(names), key) != std::end(names);
}

std::vector<std::string> columns_of(const std::vector<json>& entries) {
  std::set<std::string> others;
  for (const json& entry : entries) {
    for (const auto& [key, value] : entry.items()) {
      if (!is_one_of(naming, key) && !is_one_of(usual, key) && !is_one_of(last, key) && !is_one_of(left_out, key))
        others.insert(key);
    }
  }
  std::vector<std::string> columns(std::begin(naming), std::end(naming));
  columns.insert(columns.end(), std::begin(usual), std::end(usual));
  columns.insert(columns.end(), others.begin(), others.end());
  columns.insert(columns.end(), std::begin(last), std::end(last));
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
  std::string table;
  for (const std::string& column : columns) table += column + ",";
  table += "placement_mode\n";
  for (std::size_t i = 0; i < records.size(); ++i) {
    const repetition_record& r = records[i];
    // A failed repetition has no numbers: the zeros in its entry are only there for readers of Google Benchmark's format.
    const bool failed = !r.error.empty();
    for (const std::string& column : columns) {
      const bool stands = !failed || is_one_of(naming, column) || column == "error_message";
      table += (stands ? field(entries[i], column) : "") + ",";
    }
    table += modes.label(r.round_trip_before_ns, r.round_trip_after_ns) + "\n";
  }
  return table;
}

}  // namespace schedlab
