// The child's answer is parsed here once; everything behind this works on finished texts.
#include "harness/run/plan/repetition_record.hpp"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "harness/cells/metrics.hpp"
#include "harness/measure/lost_cpu.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

// The JSON text of a value. Invalid UTF-8 is replaced, so that nothing a design prints can spoil the files.
std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

double number_or_zero(const json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_number() ? found->get<double>() : 0;
}

void take_texts(repetition_record& record, const json& entry) {
  record.entry = dumped(entry);
  record.error = entry.value("error_message"_key, "");
  record.disturbed = entry.contains("disturbed"_key);
  record.round_trip_before_ns = number_or_zero(entry, "flag_round_trip_before_ns"_key);
  record.round_trip_after_ns = number_or_zero(entry, "flag_round_trip_after_ns"_key);
}

json named_entry(const planned_cell& cell, place_in_run place) {
  return {{"name"_key, cell.name},
          {"run_name"_key, cell.name},
          {"run_type"_key, "iteration"},
          {"repetition_index"_key, place.repetition},
          {"threads"_key, cell.threads},
          {"design"_key, cell.design},
          {"workload"_key, cell.workload},
          {"load"_key, cell.load},
          {"oversubscribed"_key, cell.oversubscribed},
          {"order_in_run"_key, place.order}};
}

std::string why_no_number(const child_report& report, const json& answer, double limit_s) {
  using end = child_report::end;
  const std::string words = report.last_words.empty() ? "" : "; it said: " + report.last_words;
  switch (report.ending) {
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
    return benchmark.value("error_occurred"_key, false) ? benchmark.value("error_message"_key, "no reason given") : "";
  }
  return fmt::format("no result: the answer can't be read{}", words);
}

}  // namespace

repetition_record to_record(const planned_cell& cell, place_in_run place, const child_report& report, double limit_s,
                            double tolerated_loss) {
  const json answer = json::parse(report.answer, nullptr, false);
  const std::string error = why_no_number(report, answer, limit_s);
  repetition_record record;
  if (error.empty()) {
    json entry = named_entry(cell, place);
    for (const auto& [key, value] : answer["benchmark"].items()) {
      if (key != "repetitions"_key && !entry.contains(key)) entry[key] = value;
    }
    // Threads that share a CPU take it from each other, which tells nothing of others.
    if (cell.oversubscribed) entry.erase("lost_cpu"_key);
    if (number_or_zero(entry, "lost_cpu"_key) > tolerated_loss) entry["disturbed"_key] = 1;
    take_texts(record, entry);
    if (answer.contains("histogram")) record.latency = answer["histogram"].get<decltype(record.latency)>();
  } else {
    record = failed_record(cell, place, error);
    record.hung = report.ending == child_report::end::timed_out;
  }
  record.cell = cell.name;
  record.repetition = place.repetition;
  record.took_s = report.took_s;
  return record;
}

repetition_record failed_record(const planned_cell& cell, place_in_run place, const std::string& why) {
  repetition_record record;
  json entry = named_entry(cell, place);
  entry["iterations"_key] = 0;
  entry["real_time"_key] = 0.0;
  entry["cpu_time"_key] = 0.0;
  entry["time_unit"_key] = "ns";
  entry["error_occurred"_key] = true;
  entry["error_message"_key] = why;
  take_texts(record, entry);
  record.cell = cell.name;
  record.repetition = place.repetition;
  return record;
}

std::string to_journal_line(const repetition_record& record) {
  return dumped({{"cell", record.cell},
                 {"repetition", record.repetition},
                 {"took_s", record.took_s},
                 {"hung", record.hung},
                 {"latency", record.latency},
                 {"entry", json::parse(record.entry, nullptr, false)}});
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
  json entry = json::parse(record.entry, nullptr, false);
  entry["repetitions"_key] = repetitions;
  entry["placement_mode"_key] = placement_mode;
  return dumped(entry);
}

std::string readable(const repetition_record& record) {
  std::string text = record.cell;
  const json entry = json::parse(record.entry, nullptr, false);
  for (const auto& [key, value] : entry.items()) {
    if (value.is_number_float() || key == "iterations"_key)
      text += fmt::format("\n  {:32} {:.6g}", key, value.get<double>());
  }
  return text;
}

}  // namespace schedlab
