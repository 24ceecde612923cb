// The child's half of a repetition: it reads the request, runs the one cell, and answers.
#pragma once

#include <string>

#include "harness/cells/cell.hpp"

namespace schedlab {

struct child_request {
  std::string cell;
  unsigned max_threads = 4;  // the same as in the parent's registry
  repetition_request repetition;
};

std::string to_text(const child_request& request);

// Why an answer can't be understood: it has another version. Empty if it has this version, or is no answer at all.
std::string other_version(const std::string& answer);

// The whole life of a child; returns its exit code.
int repetition_child();

}  // namespace schedlab
