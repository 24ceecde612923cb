// First the columns are distributed over lines, the same way for every row; then each row is written line by line.
#include "harness/base/text_table.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <sstream>

namespace schedlab {
namespace {

constexpr std::size_t between = 2;  // blanks between columns
constexpr std::size_t indent = 4;   // of the further lines of a row

struct column {
  std::size_t line = 0;   // which line of the row
  std::size_t begin = 0;  // where the column begins in that line
  std::size_t width = 0;
  bool holds_numbers = true;
};

bool is_number(const std::string& text) { return text.find_first_not_of("0123456789.,-") == std::string::npos; }

std::vector<column> dealt_out(const std::vector<table_row>& rows, std::size_t width) {
  std::vector<column> columns(rows.front().size());
  for (const table_row& row : rows) {
    const std::size_t narrow = row.size() < columns.size() ? row.size() - 1 : row.size();
    for (std::size_t i = 0; i < narrow; ++i) {
      columns[i].width = std::max(columns[i].width, row[i].size());
      if (&row != &rows.front()) columns[i].holds_numbers = columns[i].holds_numbers && is_number(row[i]);
    }
  }
  std::size_t line = 0;
  std::size_t end = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : end + between;
    if (i > 0 && begin + columns[i].width > width) {
      columns[i].line = ++line;
      columns[i].begin = indent;
    } else {
      columns[i].line = line;
      columns[i].begin = begin;
    }
    end = columns[i].begin + columns[i].width;
  }
  return columns;
}

std::string text_of(const table_row& row, const std::vector<column>& columns, std::size_t width) {
  std::string text;
  std::string line;
  std::size_t number = 0;
  const auto end_line = [&] {
    line.erase(line.find_last_not_of(' ') + 1);
    if (!line.empty()) text += line + "\n";
    line.clear();
  };
  for (std::size_t i = 0; i < row.size(); ++i) {
    const column& at = columns[i];
    if (at.line != number) end_line();
    number = at.line;
    line.resize(std::max(line.size(), at.begin), ' ');
    line += at.holds_numbers ? fmt::format("{:>{}}", row[i], at.width)
                             : fmt::format("{:{}}", wrapped(row[i], width, at.begin), at.width);
  }
  end_line();
  return text;
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t width, std::size_t begin) {
  if (begin + text.size() <= width || text.empty()) return text;
  const std::size_t indented = text.find_first_not_of(' ');
  const std::string margin(begin + indented, ' ');
  std::string all(indented, ' ');
  std::size_t end = 0;  // of the line so far; 0: it has no word yet
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (end != 0 && end + 1 + word.size() > width) {
      all += "\n" + margin;
      end = 0;
    }
    all += (end == 0 ? "" : " ") + word;
    end = (end == 0 ? margin.size() : end + 1) + word.size();
  }
  return all;
}

std::string table_text(const std::vector<table_row>& rows, std::size_t width) {
  const std::vector<column> columns = dealt_out(rows, width);
  std::string text;
  for (const table_row& row : rows) text += text_of(row, columns, width);
  return text;
}

std::size_t output_width() {
  winsize size{};
  const bool is_terminal = ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return is_terminal && size.ws_col > 0 ? size.ws_col : std::numeric_limits<std::size_t>::max();
}

}  // namespace schedlab
