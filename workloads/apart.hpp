// How far apart two threads' data lie, so that neither disturbs the other: two cache lines of 64 bytes, because Intel's
// prefetcher fetches them in pairs, and one of 128 on Apple's processors.
#pragma once

#include <cstddef>

namespace schedlab {

inline constexpr std::size_t apart = 128;

}  // namespace schedlab
