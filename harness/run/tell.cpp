// Not by fmt, which throws where it can't write.
#include "harness/run/tell.hpp"

#include <cstdio>

namespace schedlab {

void tell(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace schedlab
