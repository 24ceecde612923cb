// Clusters the values by single linkage on a logarithmic scale, after those that stand alone are dropped.
#include "harness/measure/placement_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace schedlab {
namespace {

std::string two_digits(double value_ns) {
  const double unit = std::pow(10.0, std::floor(std::log10(value_ns)) - 1);
  const double rounded = std::round(value_ns / unit) * unit;
  return rounded >= 10 ? fmt::format("{:.0f}ns", rounded) : fmt::format("{:.1f}ns", rounded);
}

// The values of a sorted list that have at least `fewest` values within a tenth of them, themselves included.
std::vector<double> frequent(const std::vector<double>& sorted, std::size_t fewest) {
  std::vector<double> found;
  auto low = sorted.begin();
  auto high = sorted.begin();
  for (const double value : sorted) {
    while (*low < value / 1.1) ++low;
    while (high != sorted.end() && *high <= value * 1.1) ++high;
    if (static_cast<std::size_t>(high - low) >= fewest) found.push_back(value);
  }
  return found;
}

}  // namespace

placement_modes::placement_modes(std::vector<double> round_trips_ns) {
  std::erase_if(round_trips_ns, [](double value) { return !(value > 0) || !std::isfinite(value); });
  std::sort(round_trips_ns.begin(), round_trips_ns.end());
  const auto fewest = static_cast<std::size_t>(std::ceil(rare * static_cast<double>(round_trips_ns.size())));
  const std::vector<double> values = frequent(round_trips_ns, fewest);
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1;
    while (end < values.size() && values[end] <= values[end - 1] * gap) ++end;
    modes_.push_back({values[begin], values[end - 1], end - begin, two_digits(values[begin + (end - begin) / 2])});
    begin = end;
  }
}

const placement_modes::mode* placement_modes::find(double round_trip_ns) const {
  for (const mode& m : modes_) {
    if (round_trip_ns >= m.low_ns && round_trip_ns <= m.high_ns) return &m;
  }
  return nullptr;
}

std::string placement_modes::label(double before_ns, double after_ns) const {
  if (!(before_ns > 0 && after_ns > 0)) return one_thread;
  const mode* before = find(before_ns);
  return before != nullptr && before == find(after_ns) ? before->label : drifted;
}

}  // namespace schedlab
