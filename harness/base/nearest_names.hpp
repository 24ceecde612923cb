// Which names a person may have meant who mistyped one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace schedlab {

// Levenshtein's distance: the fewest insertions, deletions and replacements that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The `count` candidates nearest to `wanted`, nearest first.
std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& candidates,
                                       std::size_t count = 3);

}  // namespace schedlab
