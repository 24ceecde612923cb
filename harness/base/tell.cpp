// It does not print with fmt, which throws where it can't write.
#include "harness/base/tell.hpp"

#include <cstdio>

#include "harness/base/typed.hpp"

namespace schedlab {

void tell(const std::string& text) {
  const std::string typed = as_typed(text);
  std::fwrite(typed.data(), 1, typed.size(), stderr);
  std::fflush(stderr);
}

int complain(const failure& why) {
  tell("schedlab: " + why.message + "\n");
  return why.exit_code;
}

}  // namespace schedlab
