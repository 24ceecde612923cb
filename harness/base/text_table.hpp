// Tables for a terminal. Where it is narrower than the table, a row takes several lines: columns that find no room stand
// below the first, and what is too wide even alone is wrapped.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace schedlab {

using table_row = std::vector<std::string>;

// Columns that hold numbers stand right. The first row is the head; the last cell of a row with fewer cells than the head
// takes what room is left in its line.
std::string table_text(const std::vector<table_row>& rows, std::size_t width);

// A sentence in lines of at most so many columns, broken at blanks; a word that is longer stays whole. It begins at a
// column and its own leading blanks, and so do its further lines.
std::string wrapped(const std::string& text, std::size_t width, std::size_t begin = 0);

// Columns of the terminal that standard output is; where it is none, so many that nothing needs a second line.
std::size_t output_width();

}  // namespace schedlab
