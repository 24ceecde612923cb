// What a run has reached: its plan, how far the budget cut it, and every repetition so far.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/run/budget.hpp"
#include "harness/run/plan.hpp"
#include "harness/run/repetition_record.hpp"

namespace schedlab {

class run_state {
 public:
  explicit run_state(plan what) : plan_(std::move(what)) {
    fitted_.repetitions = plan_.options.repetitions;
    for (std::size_t i = 0; i < plan_.cells.size(); ++i) index_[plan_.cells[i].name] = i;
  }

  const plan& planned() const { return plan_; }
  const fitted_plan& fitted() const { return fitted_; }
  void fit(fitted_plan fitted) { fitted_ = std::move(fitted); }
  const std::vector<repetition_record>& records() const { return records_; }

  // False for a cell that is not planned or a repetition that is there already.
  bool add(repetition_record record) {
    const auto cell = index_.find(record.cell);
    if (cell == index_.end() || !there_.insert({cell->second, record.repetition}).second) return false;
    spent_s_ += record.took_s;
    records_.push_back(std::move(record));
    return true;
  }

  bool is_there(std::size_t cell, unsigned repetition) const { return there_.count({cell, repetition}) != 0; }
  bool is_left_out(std::size_t cell) const {
    for (const std::size_t i : fitted_.left_out) {
      if (i == cell) return true;
    }
    return false;
  }
  double spent_s() const { return spent_s_; }

  std::size_t total() const { return records_.size() + missing(); }
  bool complete() const { return missing() == 0; }

 private:
  std::size_t missing() const {
    std::size_t count = 0;
    for (std::size_t cell = 0; cell < plan_.cells.size(); ++cell) {
      if (is_left_out(cell)) continue;
      for (unsigned r = 0; r < fitted_.repetitions; ++r) count += is_there(cell, r) ? 0u : 1u;
    }
    return count;
  }

  plan plan_;
  fitted_plan fitted_;
  std::vector<repetition_record> records_;
  std::map<std::string, std::size_t> index_;
  std::set<std::pair<std::size_t, unsigned>> there_;
  double spent_s_ = 0;
};

}  // namespace schedlab
