// Where in the source an access to shared memory stands. Every access of the vocabulary carries one as a default
// argument: native memory drops it at compile time, the counting policy counts, and the model checker names the line
// in its counter-examples and weakens the order of one line at a time. Bare: needs no library.
#pragma once

namespace schedlab {

struct site {
  const char* file;
  int line;
  const char* function;

  // As a default argument, the builtins answer for the caller's line.
  static constexpr site here(const char* file = __builtin_FILE(), int line = __builtin_LINE(),
                             const char* function = __builtin_FUNCTION()) {
    return {file, line, function};
  }
};

}  // namespace schedlab
