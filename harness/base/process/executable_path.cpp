// Linux names the running file even after it was replaced by a new build; macOS has to be asked.
#include "harness/base/process/executable_path.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <vector>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

namespace schedlab {

std::string executable_path() {
#if defined(__APPLE__)
  std::uint32_t size = 0;
  _NSGetExecutablePath(nullptr, &size);
  std::string path(size, '\0');
  _NSGetExecutablePath(path.data(), &size);
  return path.c_str();
#else
  return "/proc/self/exe";
#endif
}

std::filesystem::path executable_folder() {
  std::error_code ignored;
  return std::filesystem::canonical(executable_path(), ignored).parent_path();
}

std::string executable_fingerprint() {
  // FNV-1a over words: the file has tens of megabytes of debug information.
  std::ifstream in(executable_path(), std::ios::binary);
  std::vector<std::uint64_t> words(1 << 16);
  std::uint64_t hash = 0xcbf29ce484222325u;
  do {
    std::fill(words.begin(), words.end(), 0u);
    in.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(words.size() * sizeof(std::uint64_t)));
    for (const std::uint64_t word : words) hash = (hash ^ word) * 0x100000001b3u;
  } while (in);
  return fmt::format("{:016x}", hash);
}

}  // namespace schedlab
