// What a person is told beside the results.
#pragma once

#include <string_view>

namespace schedlab {

// On standard error, as it is. What can't be written is dropped: whoever looked on may have gone.
void tell(std::string_view text);

}  // namespace schedlab
