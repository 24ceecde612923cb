// The source as text: the text of a line, and where the file lies in the repo.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "harness/base/process/home.hpp"

namespace schedlab::verify {

// The compiler was told to name sources from the repo's root (harness/cmake/compiler.cmake), but goes through a header's folder
// to what that header includes: schedulers/../queues/queue.hpp.
inline std::string path_from_root(const std::string& path) { return std::filesystem::path(path).lexically_normal(); }

// The line without indentation and comment; empty if the file does not exist.
inline std::string source_line(const std::string& path, int number) {
  if (!home()) return {};
  std::ifstream file(home()->folder / path_from_root(path));
  std::string line;
  for (int i = 0; i < number; ++i) std::getline(file, line);
  line.erase(0, line.find_first_not_of(' '));
  const std::size_t comment = line.find("  //");
  return comment == std::string::npos ? line : line.substr(0, line.find_last_not_of(' ', comment) + 1);
}

}  // namespace schedlab::verify
