// Which names a person may have meant who mistyped one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace schedlab {

// Levenshtein's distance: the fewest insertions, deletions and replacements that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The same distance to the nearest part of `whole`, because people type parts of names.
std::size_t distance_to_part(std::string_view part, std::string_view whole);

// The `count` candidates nearest to `wanted`, nearest first: by their nearest part, then as a whole, then by the alphabet.
std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& candidates,
                                       std::size_t count = 3);

}  // namespace schedlab
