// Messages to a person, beside the results.
#pragma once

#include <string>

#include "harness/base/result.hpp"

namespace schedlab {

// Writes to standard error, with commands as they can be typed here. Text that can't be written is dropped.
void tell(const std::string& text);

// Writes one sentence there, and returns the exit code.
int complain(const failure& why);

}  // namespace schedlab
