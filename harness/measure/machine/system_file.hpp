// Where the kernel's files are: /proc and /sys, or copies of them below $SCHEDLAB_SYSTEM_ROOT, by which tests describe
// another machine.
#pragma once

#include <string>

namespace schedlab {

std::string system_file(const std::string& path);

}  // namespace schedlab
