// How many threads an explored program may have.
#pragma once

#include <cstddef>

namespace schedlab::verify {

inline constexpr std::size_t most_threads = 8;  // one of them is the outside: set-up and end
inline constexpr unsigned outside_thread = most_threads - 1;

}  // namespace schedlab::verify
