// A file that one process holds at a time. The kernel takes it back when that process ends, however it ends.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/base/result.hpp"

namespace schedlab {

class held_lock {
 public:
  // Nothing if another process holds it. `holder` is what that file then says to others.
  static result<std::optional<held_lock>> try_to_hold(const std::filesystem::path& path, const std::string& holder);

  // By anybody; the file stays as it is.
  static bool is_held(const std::filesystem::path& path);

  held_lock(held_lock&& other) noexcept;
  held_lock& operator=(held_lock&& other) noexcept;
  held_lock(const held_lock&) = delete;
  held_lock& operator=(const held_lock&) = delete;
  ~held_lock();  // the file goes too

 private:
  held_lock(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_ = -1;
};

// "process 4711 since 2026-11-20 08:15:00 UTC": this one, for whoever has to wait for it.
std::string this_process();

// What the holder said of itself.
std::string holder_of(const std::filesystem::path& path);

}  // namespace schedlab
