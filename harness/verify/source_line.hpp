// The source as text: what a site in it says, and where it lies in the repo.
#pragma once

#include <fstream>
#include <string>

#include "build_info.hpp"

namespace schedlab::verify {

// Without indentation and comment; empty if the file is not there.
inline std::string source_line(const std::string& path, int number) {
  std::ifstream file(path);
  std::string line;
  for (int i = 0; i < number; ++i) std::getline(file, line);
  line.erase(0, line.find_first_not_of(' '));
  const std::size_t comment = line.find("  //");
  return comment == std::string::npos ? line : line.substr(0, line.find_last_not_of(' ', comment) + 1);
}

inline std::string path_from_root(const std::string& path) {
  const std::string root = std::string(source_folder) + "/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

}  // namespace schedlab::verify
