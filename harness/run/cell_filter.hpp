// Which cells a person means: an exact cell name, a prefix of names that ends in '/', or else a regular expression
// (ECMAScript) searched in the name, as Google Benchmark does; like there, a leading '-' means all that do not match.
#pragma once

#include <string>
#include <vector>

#include "harness/run/cell.hpp"
#include "harness/run/result.hpp"

namespace schedlab {

// Indices into `cells`, rising. Empty filter: all. No match is a failure that names the nearest.
result<std::vector<std::size_t>> matching_cells(const std::vector<cell>& cells, const std::string& filter);

}  // namespace schedlab
