// What a person is told beside the results.
#pragma once

#include <string>

#include "harness/base/result.hpp"

namespace schedlab {

// On standard error, commands as they can be typed here. What can't be written is dropped: whoever looked on may have gone.
void tell(const std::string& text);

// One sentence there; the exit code.
int complain(const failure& why);

}  // namespace schedlab
