// Computes the edit distance over two rows of the table, and sorts the candidates by it.
#include "harness/base/nearest_names.hpp"

#include <algorithm>
#include <numeric>

namespace schedlab {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& candidates,
                                       std::size_t count) {
  std::vector<std::string> sorted = candidates;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::pair<std::size_t, std::string>> ranked;
  ranked.reserve(sorted.size());
  for (std::string& name : sorted) ranked.emplace_back(edit_distance(wanted, name), std::move(name));
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  if (ranked.size() > count) ranked.resize(count);
  std::vector<std::string> names;
  names.reserve(ranked.size());
  for (auto& [distance, name] : ranked) names.push_back(std::move(name));
  return names;
}

}  // namespace schedlab
