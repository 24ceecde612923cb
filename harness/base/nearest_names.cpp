// Computes the edit distance over two rows of the table, and sorts the candidates by it.
#include "harness/base/nearest_names.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace schedlab {
namespace {

// The last row of the table of distances from `a` to what `b` begins with. Where a part of `b` may begin anywhere, all that
// stands before it costs nothing.
std::vector<std::size_t> distances(std::string_view a, std::string_view b, bool begins_anywhere) {
  std::vector<std::size_t> row(b.size() + 1);
  if (!begins_anywhere) std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) { return distances(a, b, false).back(); }

std::size_t distance_to_part(std::string_view part, std::string_view whole) {
  const std::vector<std::size_t> row = distances(part, whole, true);
  return *std::min_element(row.begin(), row.end());
}

std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& candidates,
                                       std::size_t count) {
  std::vector<std::string> sorted = candidates;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::tuple<std::size_t, std::size_t, std::string>> ranked;
  ranked.reserve(sorted.size());
  for (std::string& name : sorted) {
    ranked.emplace_back(distance_to_part(wanted, name), edit_distance(wanted, name), std::move(name));
  }
  std::sort(ranked.begin(), ranked.end());
  if (ranked.size() > count) ranked.resize(count);
  std::vector<std::string> names;
  names.reserve(ranked.size());
  for (auto& [to_part, to_whole, name] : ranked) names.push_back(std::move(name));
  return names;
}

}  // namespace schedlab
