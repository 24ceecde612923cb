// A number that changes when a design's source does: its header and every header of the repo that it includes, directly
// or not. A verdict is about one such source, and says nothing of the next.
#pragma once

#include <string>

namespace schedlab::verify {

// 16 hexadecimal digits; empty if the source cannot be read (then nothing is known). `header`: path from the repo's root.
std::string source_fingerprint(const std::string& header);

}  // namespace schedlab::verify
