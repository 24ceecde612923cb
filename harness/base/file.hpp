// Files that survive a full disk and a kill: a whole file is replaced at once or not at all, and a line is appended
// with one write.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/base/result.hpp"

namespace schedlab {

result<std::string> read_file(const std::filesystem::path& path);

// Writes a neighbour file and renames it, so that a reader sees the old file or the new one. `durable`: the text is on
// the disk before the rename.
outcome replace_file(const std::filesystem::path& path, std::string_view text, bool durable = true);

// Checks that the file can be made or replaced, without changing it.
outcome check_replaceable(const std::filesystem::path& path);

class appended_file {
 public:
  static result<appended_file> open(const std::filesystem::path& path);
  appended_file(appended_file&& other) noexcept;
  appended_file& operator=(appended_file&& other) noexcept;
  appended_file(const appended_file&) = delete;
  appended_file& operator=(const appended_file&) = delete;
  ~appended_file();

  // Appends the whole text or, as far as the disk lets us, none of it.
  outcome append(std::string_view text);

 private:
  appended_file(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace schedlab
