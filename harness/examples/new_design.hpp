// What `schedlab new` does: a design that works is written into somebody's folder, a copy of an example under another name,
// and its line into that folder's catalogue.
#pragma once

#include <filesystem>
#include <string>

#include "harness/base/result.hpp"

namespace schedlab {

struct new_design {
  std::string kind;  // queue, deque, scheduler
  std::string name;
  std::filesystem::path folder;  // its name becomes that of a namespace, and the first part of the design's full name
};

struct written_design {
  std::filesystem::path header;
  std::filesystem::path catalogue;
};

// Where it fails, the folder is as it was.
result<written_design> write_new_design(const new_design& wanted);

}  // namespace schedlab
