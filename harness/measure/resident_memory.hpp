// The memory that the process really holds. This sees every allocator (a library may bring its own), unlike a count of
// calls of operator new.
#pragma once

#include <cstdint>

namespace schedlab {

// Resident bytes of this process, to the page; 0 where the system does not tell. Freed pages that the C library only
// keeps for later are first given back to the system: they belong to no object.
std::uint64_t resident_bytes();

}  // namespace schedlab
