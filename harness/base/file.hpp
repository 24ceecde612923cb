// Files that survive a full disk and a kill: whole ones are replaced at once or not at all, lines are appended with one
// write each.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/base/result.hpp"

namespace schedlab {

result<std::string> read_file(const std::filesystem::path& path);

// Through a neighbour and a rename: a reader sees the old file or the new one. `durable`: on the disk before the
// rename.
outcome replace_file(const std::filesystem::path& path, std::string_view text, bool durable = true);

// That it can be made or replaced, tried without changing it.
outcome check_replaceable(const std::filesystem::path& path);

class appended_file {
 public:
  static result<appended_file> open(const std::filesystem::path& path);
  appended_file(appended_file&& other) noexcept;
  appended_file& operator=(appended_file&& other) noexcept;
  appended_file(const appended_file&) = delete;
  appended_file& operator=(const appended_file&) = delete;
  ~appended_file();

  // The whole text or, as far as the disk lets us, none of it.
  outcome append(std::string_view text);

 private:
  appended_file(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace schedlab
