#include "harness/measure/machine/system_file.hpp"

#include <cstdlib>

namespace schedlab {

std::string system_file(const std::string& path) {
  const char* const root = std::getenv("SCHEDLAB_SYSTEM_ROOT");
  return root == nullptr ? path : root + path;
}

}  // namespace schedlab
