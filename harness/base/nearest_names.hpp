// The names that someone who mistyped one may have meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace schedlab {

// Levenshtein's: the fewest insertions, deletions and replacements that turn one into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The `count` candidates nearest to `wanted`, nearest first.
std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& candidates,
                                       std::size_t count = 3);

}  // namespace schedlab
