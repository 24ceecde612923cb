// The part of a list that a filter means, and how lists are printed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/base/joined.hpp"
#include "harness/base/nearest_names.hpp"
#include "harness/base/result.hpp"
#include "harness/base/text_table.hpp"
#include "harness/cells/cell.hpp"
#include "harness/cells/cell_filter.hpp"

namespace schedlab {

inline void print_table(const std::vector<table_row>& rows) { fmt::print("{}", table_text(rows, output_width())); }
inline void print_json(const nlohmann::ordered_json& value) { fmt::print("{}\n", value.dump(1)); }
inline void print_sentence(const std::string& sentence) { fmt::print("\n{}\n", wrapped(sentence, output_width())); }

inline std::size_t cells_of(const cell_registry& registry, const std::string& design) {
  return static_cast<std::size_t>(
      std::count_if(registry.cells.begin(), registry.cells.end(), [&](const cell& c) { return c.design == design; }));
}

inline nlohmann::ordered_json skipped_json(const std::vector<skipped_design>& skipped) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const skipped_design& s : skipped) list.push_back({{"name", s.name}, {"reason", s.reason}});
  return list;
}

// Leaves of what is listed and of what is skipped only what the filter means; it is an error if nothing is left.
template <class Listed, class NameOf>
outcome narrow(std::vector<Listed>& listed, std::vector<skipped_design>& skipped, NameOf name_of,
               const std::string& filter) {
  std::vector<std::string> names;
  names.reserve(listed.size() + skipped.size());
  for (const Listed& one : listed) names.emplace_back(name_of(one));
  for (const skipped_design& s : skipped) names.push_back(s.name.substr(0, s.name.find(',')));
  const auto found = matching_names(names, filter);
  if (!found) return found.why();
  if (found->empty()) {
    return failure{fmt::format("none matches '{}'; nearest names: {}", filter, joined(nearest_names(filter, names)))};
  }
  std::vector<Listed> listed_left;
  std::vector<skipped_design> skipped_left;
  for (const std::size_t i : *found) {
    if (i < listed.size()) {
      listed_left.push_back(std::move(listed[i]));
    } else {
      skipped_left.push_back(std::move(skipped[i - listed.size()]));
    }
  }
  listed = std::move(listed_left);
  skipped = std::move(skipped_left);
  return done{};
}

template <class Listed, class NameOf>
outcome narrow(std::vector<Listed>& listed, NameOf name_of, const std::string& filter) {
  std::vector<skipped_design> none;
  return narrow(listed, none, name_of, filter);
}

}  // namespace schedlab
