// POSIX calls, each checked: a full disk shows in write, in fsync or in close.
#include "harness/base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace schedlab {
namespace {

failure cannot_write(const std::filesystem::path& path, int error) {
  const bool no_room = error == ENOSPC || error == EFBIG || error == EDQUOT;
  return {
      fmt::format("can't write {}: {}; {}", path.string(), std::strerror(error),
                  no_room ? "make room there (what was written before is intact)" : "check the folder's permissions"),
      exit_check_failed};
}

std::string neighbour_of(const std::filesystem::path& path) { return path.string() + ".tmp"; }

// A rename would replace a device by a file, for all programs.
bool is_no_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
}

failure cannot_replace(const std::filesystem::path& path) {
  return {fmt::format("can't write {}: it is a folder or a device; give the name of a file", path.string()),
          exit_check_failed};
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

result<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return failure{fmt::format("can't read {}: {}", path.string(), std::strerror(errno))};
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

outcome check_replaceable(const std::filesystem::path& path) {
  if (is_no_file(path)) return cannot_replace(path);
  const std::string neighbour = neighbour_of(path);
  const int descriptor = ::open(neighbour.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot_write(path, errno);
  ::close(descriptor);
  ::unlink(neighbour.c_str());
  return done{};
}

outcome replace_file(const std::filesystem::path& path, std::string_view text, bool durable) {
  if (is_no_file(path)) return cannot_replace(path);
  const std::string neighbour = neighbour_of(path);
  const int descriptor = ::open(neighbour.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot_write(path, errno);
  int error = 0;
  if (!write_all(descriptor, text) || (durable && ::fsync(descriptor) != 0)) error = errno;
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(neighbour.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(neighbour.c_str());
    return cannot_write(path, error);
  }
  return done{};
}

result<appended_file> appended_file::open(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot_write(path, errno);
  return appended_file(path, descriptor);
}

appended_file::appended_file(appended_file&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

appended_file& appended_file::operator=(appended_file&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

appended_file::~appended_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

outcome appended_file::append(std::string_view text) {
  struct stat before {};
  if (::fstat(descriptor_, &before) != 0) return cannot_write(path_, errno);
  if (write_all(descriptor_, text)) return done{};
  const int error = errno;
  // If this fails, too, half a line may stay; readers ignore a torn last line.
  [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, before.st_size);
  return cannot_write(path_, error);
}

}  // namespace schedlab
