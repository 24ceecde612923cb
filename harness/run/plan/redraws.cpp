#include "harness/run/plan/redraws.hpp"

#include <algorithm>
#include <map>

namespace schedlab {
namespace {

struct samples_of_cell {
  unsigned all = 0;
  unsigned failed = 0;
  unsigned undisturbed = 0;
  std::map<std::string, unsigned> in_mode;  // undisturbed samples, by placement mode
};

std::vector<samples_of_cell> counted(const run_state& state) {
  const placement_modes modes = state.modes();
  std::vector<samples_of_cell> cells(state.planned().cells.size());
  for (const repetition_record& r : state.records()) {
    samples_of_cell& cell = cells[state.index_of(r.cell)];
    ++cell.all;
    cell.failed += r.error.empty() ? 0u : 1u;
    if (r.disturbed) continue;
    ++cell.undisturbed;
    ++cell.in_mode[modes.label(r.round_trip_before_ns, r.round_trip_after_ns)];
  }
  return cells;
}

std::string main_mode(const std::vector<samples_of_cell>& cells) {
  std::map<std::string, unsigned> samples;
  for (const samples_of_cell& cell : cells) {
    for (const auto& [mode, count] : cell.in_mode) samples[mode] += count;
  }
  samples.erase(placement_modes::one_thread);
  samples.erase(placement_modes::drifted);
  const auto most = std::max_element(samples.begin(), samples.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  // If no sample stayed in one mode, a drifted sample is as good as any other.
  return most == samples.end() ? placement_modes::drifted : most->first;
}

unsigned count_in(const samples_of_cell& cell, const std::string& mode) {
  const auto found = cell.in_mode.find(mode);
  return found == cell.in_mode.end() ? 0 : found->second;
}

}  // namespace

redraws wanted_redraws(const run_state& state) {
  const std::vector<samples_of_cell> cells = counted(state);
  const std::string usual = main_mode(cells);
  const unsigned repetitions = state.fitted().repetitions;
  redraws wanted;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const samples_of_cell& cell = cells[i];
    if (state.is_left_out(i) || cell.failed != 0 || cell.all >= repetitions + most_redraws(repetitions)) continue;
    const unsigned comparable = count_in(cell, usual) + count_in(cell, placement_modes::one_thread);
    const bool too_few = cell.undisturbed < repetitions;
    const bool rare = comparable < std::min(enough_in_main_mode, repetitions);
    if (!rare && !too_few) continue;
    wanted.cells.push_back(i);
    // Samples in the wrong mode would lie there on a quiet machine, too, so this is not counted as a disturbance.
    const bool by_mode = rare && cell.undisturbed > comparable;
    ++(by_mode ? wanted.of_rare_mode : wanted.of_disturbed);
  }
  return wanted;
}

}  // namespace schedlab
