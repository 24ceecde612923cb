// An always-on check of what a structure is given: if it does not hold, the program says what was wrong and what would
// be right, and stops. It belongs into constructors and onto paths that end in an error; an operation that succeeds
// pays nothing for it. Where there is no library to print with, it only stops. Bare.
#pragma once

#include "bare.hpp"

#if __STDC_HOSTED__
#include <stdio.h>
#include <stdlib.h>
#endif

namespace schedlab {

#if __STDC_HOSTED__
// A function that is called instead, and does not return. The model checker sets it: to it a failed check is a fault
// found.
inline thread_local void (*told_of_stops)(const char* type, const char* what, uint64_t value) = nullptr;
#endif

[[noreturn, gnu::cold, gnu::noinline]] inline void stop_over(const char* type, const char* what, uint64_t value,
                                                             const char* allowed) {
#if __STDC_HOSTED__
  if (told_of_stops != nullptr) told_of_stops(type, what, value);
  fprintf(stderr, "%s: the %s %llu is not allowed; it must be %s\n", type, what, static_cast<unsigned long long>(value),
          allowed);
  abort();
#else
  static_cast<void>(type), static_cast<void>(what), static_cast<void>(value), static_cast<void>(allowed);
  __builtin_trap();
#endif
}

// The caller was given `value` as the `what` of a `type`; `allowed` completes the sentence "it must be ...".
inline void check(bool holds, const char* type, const char* what, uint64_t value, const char* allowed) {
  if (!holds) [[unlikely]]
    stop_over(type, what, value, allowed);
}

}  // namespace schedlab
