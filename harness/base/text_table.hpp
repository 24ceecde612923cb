// Tables for a terminal. On a terminal narrower than the table, a row takes several lines: columns that find no room
// stand below the first line, and a column that is too wide even alone is wrapped.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace schedlab {

using table_row = std::vector<std::string>;

// Columns of numbers are right-aligned. The first row is the head; the last cell of a row with fewer cells than the
// head takes the room that is left in its line.
std::string table_text(const std::vector<table_row>& rows, std::size_t width);

// Breaks a sentence at blanks into lines of at most `width` columns; a longer word stays whole. The text begins at
// column `begin` plus its own leading blanks, and so do its further lines.
std::string wrapped(const std::string& text, std::size_t width, std::size_t begin = 0);

// The columns of the terminal that standard output is; if it is no terminal, so many that nothing needs a second line.
std::size_t output_width();

}  // namespace schedlab
