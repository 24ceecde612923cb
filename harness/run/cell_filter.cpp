// Exact names and prefixes first, because names contain '.', which a regular expression reads as any character.
#include "harness/run/cell_filter.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <regex>

#include "harness/run/joined.hpp"
#include "harness/run/nearest_names.hpp"

namespace schedlab {
namespace {

failure nothing_matches(const std::vector<cell>& cells, const std::string& filter) {
  std::vector<std::string> candidates;
  const bool is_path = filter.find('/') != std::string::npos;
  for (const cell& c : cells) {
    if (is_path) {
      candidates.push_back(c.name);
      candidates.push_back(c.name.substr(0, c.name.find('/') + 1) + c.design + "/");
    } else {
      candidates.push_back(c.design);
      candidates.push_back(c.workload);
    }
  }
  if (candidates.empty()) return {fmt::format("'{}' matches nothing: this executable has no cells", filter)};
  return {fmt::format("no cell matches '{}'; nearest names: {} (`schedlab list cells` shows all)", filter,
                      joined(nearest_names(filter, candidates)))};
}

}  // namespace

result<std::vector<std::size_t>> matching_cells(const std::vector<cell>& cells, const std::string& filter) {
  std::function<bool(const std::string&)> wanted = [](const std::string&) { return true; };
  std::optional<std::regex> pattern;
  bool exact = false;
  bool prefix = false;
  for (const cell& c : cells) {
    exact = exact || c.name == filter;
    prefix = prefix || (filter.ends_with('/') && c.name.starts_with(filter));
  }
  if (exact) {
    wanted = [&](const std::string& name) { return name == filter; };
  } else if (prefix) {
    wanted = [&](const std::string& name) { return name.starts_with(filter); };
  } else if (!filter.empty()) {
    const bool negative = filter.front() == '-';
    try {
      pattern.emplace(filter.substr(negative ? 1 : 0), std::regex::ECMAScript);
    } catch (const std::regex_error& problem) {
      return failure{
          fmt::format("the filter '{}' is not a regular expression ({}); give a cell name, a prefix ending in "
                      "'/' or a regular expression",
                      filter, problem.what())};
    }
    wanted = [&pattern, negative](const std::string& name) { return std::regex_search(name, *pattern) != negative; };
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (wanted(cells[i].name)) found.push_back(i);
  }
  if (found.empty()) return nothing_matches(cells, filter);
  return found;
}

}  // namespace schedlab
