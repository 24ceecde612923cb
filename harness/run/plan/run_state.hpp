// What a run has reached: its plan, how far the budget cut it, and every repetition so far. The facts that are needed
// after every repetition are updated as repetitions come in, so that no question has to search them all.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/measure/placement_modes.hpp"
#include "harness/run/plan/budget.hpp"
#include "harness/run/plan/plan.hpp"
#include "harness/run/plan/repetition_record.hpp"

namespace schedlab {

class run_state {
 public:
  explicit run_state(plan what);

  const plan& planned() const { return plan_; }
  const fitted_plan& fitted() const { return fitted_; }
  void fit(fitted_plan fitted);
  const std::vector<repetition_record>& records() const { return records_; }

  // False if the cell is not planned, or if the repetition is there already.
  bool add(repetition_record record);

  std::size_t index_of(const std::string& cell) const { return index_.at(cell); }
  bool is_there(std::size_t cell, unsigned repetition) const {
    return repetition < cells_[cell].there.size() && cells_[cell].there[repetition];
  }
  bool is_left_out(std::size_t cell) const { return cells_[cell].left_out; }
  unsigned repetitions_of(std::size_t cell) const { return cells_[cell].repetitions; }
  unsigned hangs_of(std::size_t cell) const { return cells_[cell].hangs; }
  double mean_cost_s(std::size_t cell) const {
    return cells_[cell].repetitions == 0 ? 0 : cells_[cell].spent_s / cells_[cell].repetitions;
  }

  double spent_s() const { return spent_s_; }
  // The seconds that are left; never below zero, and infinite without a budget.
  double budget_left_s() const;

  std::size_t total() const { return records_.size() + missing_; }
  bool complete() const { return missing_ == 0; }

  placement_modes modes() const;

 private:
  struct cell_so_far {
    std::vector<bool> there;  // indexed by repetition
    unsigned repetitions = 0;
    unsigned hangs = 0;
    double spent_s = 0;
    bool left_out = false;
  };

  plan plan_;
  fitted_plan fitted_;
  std::vector<repetition_record> records_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<cell_so_far> cells_;
  std::size_t missing_ = 0;
  double spent_s_ = 0;
};

}  // namespace schedlab
