// It uses flock, because such a lock ends with the process and is not shared with its children: they exec, which closes
// the file.
#include "harness/base/held_lock.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "harness/base/file.hpp"

namespace schedlab {
namespace {

// The last holder may have removed the file after we opened it; we have then locked a file that no other process finds.
bool is_still_at(const std::filesystem::path& path, int descriptor) {
  struct stat ours {};
  struct stat there {};
  return ::fstat(descriptor, &ours) == 0 && ::lstat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

failure cannot_lock(const std::filesystem::path& path, int error) {
  return {fmt::format("can't lock {}: {}; give a folder that can be written and locked", path.string(),
                      std::strerror(error))};
}

}  // namespace

result<std::optional<held_lock>> held_lock::try_to_hold(const std::filesystem::path& path, const std::string& holder) {
  for (;;) {
    held_lock held(path, ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (held.descriptor_ < 0) return cannot_lock(path, errno);
    if (::flock(held.descriptor_, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(std::exchange(held.descriptor_, -1));
      if (error == EWOULDBLOCK) return std::optional<held_lock>();
      if (error == EINTR) continue;
      return cannot_lock(path, error);
    }
    if (!is_still_at(path, held.descriptor_)) {
      ::close(std::exchange(held.descriptor_, -1));
      continue;
    }
    const std::string line = holder + "\n";
    if (::ftruncate(held.descriptor_, 0) != 0 ||
        ::write(held.descriptor_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
      return cannot_lock(path, errno);
    }
    return std::optional(std::move(held));
  }
}

bool held_lock::is_held(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return false;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held;
}

held_lock::held_lock(held_lock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

held_lock& held_lock::operator=(held_lock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

held_lock::~held_lock() {
  if (descriptor_ < 0) return;
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

std::string this_process() {
  return fmt::format("process {} since {:%Y-%m-%d %H:%M:%S} UTC", ::getpid(), fmt::gmtime(std::time(nullptr)));
}

std::string holder_of(const std::filesystem::path& path) {
  const auto text = read_file(path);
  // A holder that has taken the lock but not yet written its line is unknown.
  if (!text || text->empty()) return "another process";
  return text->substr(0, text->find('\n'));
}

}  // namespace schedlab
