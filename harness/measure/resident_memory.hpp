// Memory that the process really holds. It counts every allocator (a library may bring its own), which counting calls
// of operator new would not.
#pragma once

#include <cstdint>

namespace schedlab {

// Resident bytes of this process, to the page; 0 where the system does not tell. Pages that were freed and that the C
// library only keeps for later go back to the system first: they are nobody's.
std::uint64_t resident_bytes();

}  // namespace schedlab
