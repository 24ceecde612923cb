// Sorts the columns by how expendable they are, then leaves out the most expendable ones until the fewest repetitions
// fit.
#include "harness/run/plan/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "harness/cells/load.hpp"

namespace schedlab {
namespace {

struct column {
  std::vector<std::size_t> cells;
  int expendability = 0;  // the column with the greatest number is left out first
  unsigned threads = 0;
  std::size_t position = 0;
};

struct growth_load {
  std::string operation;
  std::uint64_t capacity = 0;
};

std::optional<growth_load> as_growth(const planned_cell& cell) {  // "push.c1024"
  const auto capacity = load::capacity.number_in(cell.load);
  if (cell.workload != "growth" || !capacity) return std::nullopt;
  return growth_load{cell.load.substr(0, cell.load.find('.')), *capacity};
}

std::vector<column> columns_by_expendability(const plan& what) {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> extremes;
  for (const planned_cell& cell : what.cells) {
    if (const auto load = as_growth(cell)) {
      auto& [low, high] = extremes.try_emplace(load->operation, load->capacity, load->capacity).first->second;
      low = std::min(low, load->capacity);
      high = std::max(high, load->capacity);
    }
  }
  std::map<std::pair<std::string, std::string>, column> found;
  for (std::size_t i = 0; i < what.cells.size(); ++i) {
    const planned_cell& cell = what.cells[i];
    column& into = found[{cell.workload, cell.load}];
    into.cells.push_back(i);
    into.position = i;
    into.threads = cell.threads;
    const auto load = as_growth(cell);
    const bool between =
        load && load->capacity != extremes[load->operation].first && load->capacity != extremes[load->operation].second;
    into.expendability = cell.oversubscribed ? 3 : between ? 2 : cell.threads > 2 ? 1 : 0;
  }
  std::vector<column> sorted;
  sorted.reserve(found.size());
  for (auto& [name, value] : found) sorted.push_back(std::move(value));
  std::sort(sorted.begin(), sorted.end(), [](const column& a, const column& b) {
    return std::tie(a.expendability, a.threads, a.position) > std::tie(b.expendability, b.threads, b.position);
  });
  return sorted;
}

}  // namespace

result<fitted_plan> fit_to_budget(const plan& what, const budget_state& state) {
  const unsigned wanted = state.repetitions;
  if (what.options.budget_s <= 0) return fitted_plan{wanted, state.left_out};
  std::vector<bool> kept(what.cells.size(), true);
  for (const std::size_t i : state.left_out) kept[i] = false;
  double round_s = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) round_s += kept[i] ? state.cost_s[i] : 0;

  const unsigned fewest = std::max(std::min(wanted, fewest_repetitions), state.rounds_done);
  const double rounds_to_come = fewest - state.rounds_done;
  double smallest_s = round_s;
  for (const column& c : columns_by_expendability(what)) {
    if (round_s * rounds_to_come <= state.remaining_s) break;
    for (const std::size_t i : c.cells) {
      round_s -= kept[i] ? state.cost_s[i] : 0;
      kept[i] = false;
    }
    if (std::count(kept.begin(), kept.end(), true) != 0) smallest_s = round_s;
  }
  fitted_plan fitted{fewest, {}};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) fitted.left_out.push_back(i);
  }
  if (fitted.left_out.size() == kept.size()) {
    if (state.rounds_done > 0) return fitted_plan{state.rounds_done, state.left_out};
    return failure{
        fmt::format("--budget {:g} (minutes) is too short for a single column of cells; at least {:.2g} is needed",
                    what.options.budget_s / 60, std::max(0.01, smallest_s * rounds_to_come / 60 * 1.05))};
  }
  const double affordable = round_s > 0 ? std::floor(state.remaining_s / round_s) : wanted;
  fitted.repetitions = static_cast<unsigned>(std::clamp<double>(state.rounds_done + affordable, fewest, wanted));
  return fitted;
}

}  // namespace schedlab
