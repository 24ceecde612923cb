// The source as text: the text of a line, and where the file lies in the repo.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "build_info.hpp"

namespace schedlab::verify {

// As the compiler was told it. ccache may make paths relative to the folder in which compilers run.
inline std::filesystem::path whole_path(const std::string& path) {
  return (std::filesystem::path(build_folder) / path).lexically_normal();
}

// The line without indentation and comment; empty if the file does not exist.
inline std::string source_line(const std::string& path, int number) {
  std::ifstream file(whole_path(path));
  std::string line;
  for (int i = 0; i < number; ++i) std::getline(file, line);
  line.erase(0, line.find_first_not_of(' '));
  const std::size_t comment = line.find("  //");
  return comment == std::string::npos ? line : line.substr(0, line.find_last_not_of(' ', comment) + 1);
}

inline std::string path_from_root(const std::string& path) {
  const std::string whole = whole_path(path).string();
  const std::string root = std::string(source_folder) + "/";
  return whole.starts_with(root) ? whole.substr(root.size()) : path;
}

}  // namespace schedlab::verify
