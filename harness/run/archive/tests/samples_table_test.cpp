// samples.csv: whatever a repetition counted has a column, and every row has them all.
#include "harness/run/archive/samples_table.hpp"

#include <algorithm>
#include <sstream>

#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

const planned_cell queue_cell{"queue/ring/pair/1t", "ring", "pair", "1t", 1, false};
const planned_cell pool_cell{"pool/serial/flood/w1.1s", "serial", "flood", "w1.1s", 2, false};

repetition_record record_of(const planned_cell& cell, const std::string& answer) {
  child_report report;
  report.ending = child_report::end::exited;
  report.answer = answer;
  return to_record(cell, {}, report, 10);
}

std::vector<std::string> lines_of(const std::vector<repetition_record>& records) {
  std::istringstream table(samples_table(records, placement_modes({})));
  std::vector<std::string> lines;
  for (std::string line; std::getline(table, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::string field(const std::vector<std::string>& lines, std::size_t row, const std::string& column) {
  const auto head = split(lines.at(0));
  const auto at = std::find(head.begin(), head.end(), column);
  REQUIRE(at != head.end());
  return split(lines.at(row)).at(static_cast<std::size_t>(at - head.begin()));
}

}  // namespace

TEST_CASE("every_counter_has_a_column") {
  const auto lines =
      lines_of({record_of(queue_cell, R"({"benchmark": {"real_time": 5.5, "push_mean_ns": 2.5}})"),
                record_of(pool_cell, R"({"benchmark": {"real_time": 7, "steals_per_item": 0.25, "rounds": 3}})")});
  REQUIRE(lines.size() == 3);
  CHECK(field(lines, 1, "real_time") == "5.5");
  CHECK(field(lines, 1, "push_mean_ns") == "2.5");
  CHECK(field(lines, 1, "steals_per_item").empty());
  CHECK(field(lines, 2, "steals_per_item") == "0.25");
  CHECK(field(lines, 2, "rounds") == "3");
  CHECK(field(lines, 2, "placement_mode") == "-");
  for (const std::string& line : lines) CHECK(split(line).size() == split(lines[0]).size());
}

TEST_CASE("columns_have_a_fixed_order_and_what_only_some_measure_stands_between_by_name") {
  const auto lines =
      lines_of({record_of(queue_cell, R"({"benchmark": {"real_time": 5, "push_mean_ns": 2, "zeal": 1}})"),
                record_of(queue_cell, R"({"benchmark": {"real_time": 5, "bytes_idle": 3}})")});
  CHECK(lines[0] ==
        "name,design,workload,load,threads,repetition_index,order_in_run,oversubscribed,iterations,real_time,cpu_time,"
        "time_unit,items_per_second,p50_ns,p90_ns,p95_ns,p99_ns,p999_ns,max_ns,latency_samples,lost_cpu,disturbed,"
        "bytes_idle,push_mean_ns,zeal,"
        "flag_round_trip_before_ns,flag_round_trip_after_ns,error_message,placement_mode");
}

TEST_CASE("a_failed_repetition_has_a_reason_and_no_numbers") {
  const auto lines = lines_of({record_of(queue_cell, R"({"wrong": "lost \"a\""})")});
  CHECK(field(lines, 1, "name") == "queue/ring/pair/1t");
  CHECK(field(lines, 1, "real_time").empty());
  CHECK(field(lines, 1, "time_unit").empty());
  CHECK(field(lines, 1, "error_message") == R"("wrong answer: lost ""a""")");
}

TEST_CASE("a_lost_twentieth_of_the_cpu_is_a_mark") {
  const auto lines = lines_of({record_of(queue_cell, R"({"benchmark": {"real_time": 5, "lost_cpu": 0.2}})"),
                               record_of(queue_cell, R"({"benchmark": {"real_time": 5, "lost_cpu": 0.04}})")});
  CHECK(field(lines, 1, "disturbed") == "1");
  CHECK(field(lines, 2, "disturbed").empty());
  CHECK(field(lines, 2, "lost_cpu") == "0.04");
}
