// The result of one repetition: a number or a reason, in the form that the journal keeps and the result files are made
// of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/process/child_process.hpp"
#include "harness/run/plan/plan.hpp"

namespace schedlab {

struct repetition_record {
  std::string cell;
  unsigned repetition = 0;
  double took_s = 0;
  bool hung = false;
  std::string error;       // empty if there is a number
  bool disturbed = false;  // judged by a rule that does not see the result (harness/measure/lost_cpu.hpp)
  double round_trip_before_ns = 0;
  double round_trip_after_ns = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> latency;  // pairs of nanoseconds and count

  // The sample as run.json holds it, without two facts that only the whole run knows: how many repetitions there are,
  // and which placement mode this one fell into.
  std::string entry;
};

struct place_in_run {
  unsigned repetition = 0;
  unsigned order = 0;
};

// The repetition is disturbed if a thread lost more than the tolerated share of its CPU.
repetition_record to_record(const planned_cell& cell, place_in_run place, const child_report& report, double limit_s,
                            double tolerated_loss = lost_cpu::tolerated);

// The record of a repetition that was given up without a try.
repetition_record failed_record(const planned_cell& cell, place_in_run place, const std::string& why);

std::string to_journal_line(const repetition_record& record);
std::optional<repetition_record> from_journal_line(const std::string& line);  // nothing if it is torn

// The sample's text with the facts that only the whole run knows.
std::string finished_entry(const repetition_record& record, unsigned repetitions, const std::string& placement_mode);

// The record for a human reader: a line per number.
std::string readable(const repetition_record& record);

}  // namespace schedlab
