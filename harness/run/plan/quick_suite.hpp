// The cells that `make bench` measures: few enough that each gets its nine repetitions within five minutes on two cores,
// and enough to answer what people ask. Everything else belongs to the suite `full`.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

struct quick_question {
  const char* asks;
  std::vector<std::string> cells;  // patterns of names, in which * stands for any text
};

std::vector<quick_question> quick_questions(unsigned cores);

// The patterns are prepared once, and then compared with the names of thousands of cells.
class quick_suite {
 public:
  explicit quick_suite(unsigned cores);
  bool has(const std::string& cell, const std::string& design) const;

 private:
  std::vector<std::string> wanted_;
};

}  // namespace schedlab
