// What a person is told beside the results.
#pragma once

#include <string>

namespace schedlab {

// On standard error, commands as they can be typed here. What can't be written is dropped: whoever looked on may have gone.
void tell(const std::string& text);

}  // namespace schedlab
