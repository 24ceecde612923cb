// Exact names and prefixes first, because names contain '.', which a regular expression reads as any character.
#include "harness/cells/cell_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <regex>

#include "harness/base/joined.hpp"
#include "harness/base/nearest_names.hpp"

namespace schedlab {
namespace {

// Longer ones overflow the stack of std::regex.
constexpr std::size_t longest_filter = 1000;

// A design that is there and has no cells, or would be there with its library.
std::optional<failure> why_not_timed(const cell_registry& registry, const std::string& filter) {
  for (const design& d : registry.designs) {
    if (d.traits.sound || filter.find(d.traits.name) == std::string::npos) continue;
    return failure{fmt::format(
        "{0} is not sound, so it is tested and never timed: `schedlab verify {0}` shows how it breaks", d.traits.name)};
  }
  for (const skipped_design& s : registry.skipped) {
    if (filter.find(s.name) != std::string::npos) return failure{fmt::format("{} is left out: {}", s.name, s.reason)};
  }
  return std::nullopt;
}

failure nothing_matches(const cell_registry& registry, const std::string& filter) {
  if (auto why = why_not_timed(registry, filter)) return *why;
  std::vector<std::string> candidates;
  const bool is_path = filter.find('/') != std::string::npos;
  for (const cell& c : registry.cells) {
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

result<std::regex> pattern_of(const std::string& filter) {
  if (filter.size() > longest_filter) {
    return failure{fmt::format("the filter has {} characters; at most {} are taken", filter.size(), longest_filter)};
  }
  if (const std::size_t at = filter.find("/*"); at != std::string::npos) {
    return failure{
        fmt::format("the filter '{}' is a shell pattern; in a regular expression '*' repeats what stands "
                    "before it: write '{}.{}'",
                    filter, filter.substr(0, at + 1), filter.substr(at + 1))};
  }
  if (filter.find_first_of("*+?") == 0) {
    return failure{
        fmt::format("the filter '{}' is not a regular expression (nothing stands before the '{}' that it "
                    "could repeat); '.*' is any text",
                    filter, filter.front())};
  }
  try {
    return std::regex(filter, std::regex::ECMAScript);
  } catch (const std::regex_error& problem) {
    return failure{
        fmt::format("the filter '{}' is not a regular expression ({}); give a cell name, a prefix ending in "
                    "'/' or a regular expression",
                    filter, problem.what())};
  }
}

}  // namespace

result<std::vector<std::size_t>> matching_names(const std::vector<std::string>& names, const std::string& filter) {
  std::function<bool(const std::string&)> wanted = [](const std::string&) { return true; };
  const auto is_it = [&](const std::string& name) { return name == filter; };
  const auto begins = [&](const std::string& name) { return name.starts_with(filter); };
  std::regex pattern;
  if (std::any_of(names.begin(), names.end(), is_it)) {
    wanted = is_it;
  } else if (filter.ends_with('/') && std::any_of(names.begin(), names.end(), begins)) {
    wanted = begins;
  } else if (!filter.empty()) {
    const bool negative = filter.front() == '-';
    auto made = pattern_of(filter.substr(negative ? 1 : 0));
    if (!made) return made.why();
    pattern = *made;
    wanted = [&pattern, negative](const std::string& name) { return std::regex_search(name, pattern) != negative; };
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (wanted(names[i])) found.push_back(i);
  }
  return found;
}

result<std::vector<std::size_t>> matching_cells(const cell_registry& registry, const std::string& filter) {
  std::vector<std::string> names;
  names.reserve(registry.cells.size());
  for (const cell& c : registry.cells) names.push_back(c.name);
  auto found = matching_names(names, filter);
  if (found && found->empty()) return nothing_matches(registry, filter);
  return found;
}

}  // namespace schedlab
