// The path of a kernel's file in /proc or /sys, or of a copy of it below $SCHEDLAB_SYSTEM_ROOT, with which tests
// describe another machine.
#pragma once

#include <string>

namespace schedlab {

std::string system_file(const std::string& path);

}  // namespace schedlab
