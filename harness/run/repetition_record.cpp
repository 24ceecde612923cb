// The child's answer is parsed here once; everything behind this works on finished texts.
#include "harness/run/repetition_record.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <nlohmann/json.hpp>

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

// Columns of samples.csv between those that name the sample and the last two.
constexpr std::array columns = {"iterations",
                                "real_time",
                                "cpu_time",
                                "time_unit",
                                "items_per_second",
                                "p50_ns",
                                "p90_ns",
                                "p95_ns",
                                "p99_ns",
                                "p999_ns",
                                "max_ns",
                                "latency_samples",
                                "push_mean_ns",
                                "pop_mean_ns",
                                "failed_pushes_per_item",
                                "failed_pops_per_item",
                                "contended_acquisitions_per_item",
                                "lock_wait_ns_per_item",
                                "bytes_idle",
                                "bytes_per_1000_items",
                                "bytes_per_item",
                                "bytes_after_drain",
                                "least_served",
                                "most_served",
                                "longest_wait_ns",
                                "stalls",
                                "stalled_share",
                                "rank_error_mean",
                                "rank_error_p99",
                                "rank_error_max",
                                "overtaken_max",
                                "flag_round_trip_before_ns",
                                "flag_round_trip_after_ns",
                                "error_message"};
constexpr std::array naming_columns = {"name",    "design",           "workload",     "load",
                                       "threads", "repetition_index", "order_in_run", "oversubscribed"};

std::string csv_field(const json& entry, const char* key) {
  const auto found = entry.find(key);
  if (found == entry.end()) return "";
  std::string text = found->is_string() ? found->get<std::string>() : found->dump();
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return '"' + text + '"';
}

std::string csv_row(const json& entry) {
  std::string row;
  for (const char* key : naming_columns) row += csv_field(entry, key) + ",";
  // A failed repetition has no numbers: the zeros in its entry are only there for readers of Google Benchmark's format.
  const bool failed = entry.contains("error_occurred");
  for (const std::string_view key : columns) {
    row += (failed && key != "error_message" ? "" : csv_field(entry, key.data())) + ",";
  }
  return row;
}

// Nothing a design prints may spoil the files: invalid UTF-8 is replaced.
std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

double number_or_zero(const json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_number() ? found->get<double>() : 0;
}

void take_texts(repetition_record& record, const json& entry) {
  record.entry = dumped(entry);
  record.row = csv_row(entry);
  record.error = entry.value("error_message", "");
  record.round_trip_before_ns = number_or_zero(entry, "flag_round_trip_before_ns");
  record.round_trip_after_ns = number_or_zero(entry, "flag_round_trip_after_ns");
}

json named_entry(const planned_cell& cell, place_in_run place) {
  return {{"name", cell.name},
          {"run_name", cell.name},
          {"run_type", "iteration"},
          {"repetition_index", place.repetition},
          {"threads", cell.threads},
          {"design", cell.design},
          {"workload", cell.workload},
          {"load", cell.load},
          {"oversubscribed", cell.oversubscribed},
          {"order_in_run", place.order}};
}

std::string why_no_number(const child_report& report, const json& answer, double limit_s) {
  using end = child_report::end;
  const std::string words = report.last_words.empty() ? "" : "; it said: " + report.last_words;
  switch (report.how) {
    case end::not_started:
      return fmt::format("not started: {}", std::strerror(report.code));
    case end::timed_out:
      return fmt::format("hang: no answer within {:.3g} s{}", limit_s, words);
    case end::killed:
      return fmt::format("crash: signal {}, {}{}", report.code, signal_name(report.code), words);
    case end::interrupted:
      return "interrupted";
    case end::exited:
      break;
  }
  if (report.code != 0) return fmt::format("crash: exit code {}{}", report.code, words);
  if (answer.is_object() && answer.contains("wrong")) {
    return fmt::format("wrong answer: {}",
                       answer["wrong"].is_string() ? answer["wrong"].get<std::string>() : "no reason");
  }
  if (answer.is_object() && answer.contains("benchmark") && answer["benchmark"].is_object()) {
    const json& benchmark = answer["benchmark"];
    return benchmark.value("error_occurred", false) ? benchmark.value("error_message", "no reason given") : "";
  }
  return fmt::format("no result: the answer can't be read{}", words);
}

}  // namespace

repetition_record to_record(const planned_cell& cell, place_in_run place, const child_report& report, double limit_s) {
  const json answer = json::parse(report.answer, nullptr, false);
  const std::string error = why_no_number(report, answer, limit_s);
  repetition_record record;
  if (error.empty()) {
    json entry = named_entry(cell, place);
    for (const auto& [key, value] : answer["benchmark"].items()) {
      if (key != "repetitions" && !entry.contains(key)) entry[key] = value;
    }
    take_texts(record, entry);
    if (answer.contains("histogram")) record.latency = answer["histogram"].get<decltype(record.latency)>();
  } else {
    record = failed_record(cell, place, error);
    record.hung = report.how == child_report::end::timed_out;
  }
  record.cell = cell.name;
  record.repetition = place.repetition;
  record.took_s = report.took_s;
  return record;
}

repetition_record failed_record(const planned_cell& cell, place_in_run place, const std::string& why) {
  repetition_record record;
  json entry = named_entry(cell, place);
  entry["iterations"] = 0;
  entry["real_time"] = 0.0;
  entry["cpu_time"] = 0.0;
  entry["time_unit"] = "ns";
  entry["error_occurred"] = true;
  entry["error_message"] = why;
  take_texts(record, entry);
  record.cell = cell.name;
  record.repetition = place.repetition;
  return record;
}

std::string to_journal_line(const repetition_record& record) {
  const json head = {{"cell", record.cell},
                     {"repetition", record.repetition},
                     {"took_s", record.took_s},
                     {"hung", record.hung},
                     {"latency", record.latency}};
  std::string line = dumped(head);
  line.pop_back();
  return line + ",\"entry\":" + record.entry + "}";
}

std::optional<repetition_record> from_journal_line(const std::string& line) {
  const json parsed = json::parse(line, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("entry") || !parsed.contains("cell")) return std::nullopt;
  repetition_record record;
  try {
    record.cell = parsed.at("cell");
    record.repetition = parsed.at("repetition");
    record.took_s = parsed.at("took_s");
    record.hung = parsed.at("hung");
    record.latency = parsed.at("latency").get<decltype(record.latency)>();
    take_texts(record, parsed.at("entry"));
  } catch (const json::exception&) {
    return std::nullopt;
  }
  return record;
}

std::string finished_entry(const repetition_record& record, unsigned repetitions, const std::string& placement_mode) {
  return fmt::format("{},\"repetitions\":{},\"placement_mode\":\"{}\"}}",
                     std::string_view(record.entry).substr(0, record.entry.size() - 1), repetitions, placement_mode);
}

std::string finished_row(const repetition_record& record, const std::string& placement_mode) {
  return record.row + placement_mode;
}

std::string samples_header() {
  std::string header;
  for (const char* key : naming_columns) header += std::string(key) + ",";
  for (const char* key : columns) header += std::string(key) + ",";
  return header + "placement_mode";
}

std::string readable(const repetition_record& record) {
  std::string text = record.cell;
  const json entry = json::parse(record.entry, nullptr, false);
  for (const auto& [key, value] : entry.items()) {
    if (value.is_number_float() || key == "iterations")
      text += fmt::format("\n  {:32} {:.6g}", key, value.get<double>());
  }
  return text;
}

}  // namespace schedlab
