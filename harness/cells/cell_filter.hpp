// Which cells or designs a person means: an exact name, a prefix of names that ends in '/', or else a regular expression
// (ECMAScript) searched in the names, as Google Benchmark does; like there, a leading '-' means all that do not match.
#pragma once

#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/cells/cell.hpp"

namespace schedlab {

// Indices into `names`, rising; there may be none. Empty filter: all. What is no filter is a failure.
result<std::vector<std::size_t>> matching_names(const std::vector<std::string>& names, const std::string& filter);

// Indices into the registry's cells, at least one: no match is a failure that says why, or names the nearest.
result<std::vector<std::size_t>> matching_cells(const cell_registry& registry, const std::string& filter);

}  // namespace schedlab
