// The child's half of a repetition: reads the request, runs the one cell, answers.
#pragma once

#include <string>

#include "harness/cells/cell.hpp"

namespace schedlab {

struct child_request {
  std::string cell;
  unsigned max_threads = 4;  // as in the parent's registry
  repetition_request repetition;
};

std::string to_text(const child_request& request);

// Why an answer can't be understood: it is of another version. Empty if it is of ours, or no answer at all.
std::string other_version(const std::string& answer);

// The whole life of a child; returns its exit code.
int repetition_child();

}  // namespace schedlab
