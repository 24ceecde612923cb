#include "harness/run/plan/run_state.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace schedlab {

run_state::run_state(plan what) : plan_(std::move(what)), cells_(plan_.cells.size()) {
  for (std::size_t i = 0; i < plan_.cells.size(); ++i) index_[plan_.cells[i].name] = i;
  fit({plan_.options.repetitions, {}});
}

void run_state::fit(fitted_plan fitted) {
  fitted_ = std::move(fitted);
  for (cell_so_far& cell : cells_) cell.left_out = false;
  for (const std::size_t i : fitted_.left_out) cells_[i].left_out = true;
  missing_ = 0;
  for (const cell_so_far& cell : cells_) {
    if (cell.left_out) continue;
    const auto known = cell.there.begin() + std::min<std::ptrdiff_t>(fitted_.repetitions, std::ssize(cell.there));
    missing_ += fitted_.repetitions - static_cast<std::size_t>(std::count(cell.there.begin(), known, true));
  }
}

bool run_state::add(repetition_record record) {
  const auto found = index_.find(record.cell);
  if (found == index_.end() || is_there(found->second, record.repetition)) return false;
  cell_so_far& cell = cells_[found->second];
  if (cell.there.size() <= record.repetition) cell.there.resize(record.repetition + 1);
  cell.there[record.repetition] = true;
  ++cell.repetitions;
  cell.hangs += record.hung ? 1u : 0u;
  cell.spent_s += record.took_s;
  spent_s_ += record.took_s;
  if (!cell.left_out && record.repetition < fitted_.repetitions) --missing_;
  records_.push_back(std::move(record));
  return true;
}

double run_state::budget_left_s() const {
  if (plan_.options.budget_s <= 0) return std::numeric_limits<double>::infinity();
  return std::max(0.0, plan_.options.budget_s - spent_s_);
}

placement_modes run_state::modes() const {
  std::vector<double> round_trips;
  for (const repetition_record& r : records_) {
    round_trips.push_back(r.round_trip_before_ns);
    round_trips.push_back(r.round_trip_after_ns);
  }
  return placement_modes(std::move(round_trips));
}

}  // namespace schedlab
