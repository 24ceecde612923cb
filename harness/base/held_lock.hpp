// A file that one process holds at a time. The kernel releases it when that process ends, however it ends.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/base/result.hpp"

namespace schedlab {

class held_lock {
 public:
  // nullopt if another process holds the file. `holder` is written to the file, for other processes to read.
  static result<std::optional<held_lock>> try_to_hold(const std::filesystem::path& path, const std::string& holder);

  // Whether any process holds the file; the file stays as it is.
  static bool is_held(const std::filesystem::path& path);

  held_lock(held_lock&& other) noexcept;
  held_lock& operator=(held_lock&& other) noexcept;
  held_lock(const held_lock&) = delete;
  held_lock& operator=(const held_lock&) = delete;
  ~held_lock();  // removes the file, too

 private:
  held_lock(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_ = -1;
};

// "process 4711 since 2026-11-20 08:15:00 UTC": describes this process to others that have to wait for it.
std::string this_process();

// What the holder has written about itself.
std::string holder_of(const std::filesystem::path& path);

}  // namespace schedlab
