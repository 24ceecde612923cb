// Memory that the process really holds. It counts every allocator (a library may bring its own), which counting calls
// of operator new would not.
#pragma once

#include <cstdint>

namespace schedlab {

// Resident bytes of this process, to the page; 0 where the system does not tell.
std::uint64_t resident_bytes();

}  // namespace schedlab
