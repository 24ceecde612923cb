// Whether this machine lets us count cycles and cache misses. Most cloud machines don't.
#pragma once

#include <string>

namespace schedlab {

// Why no counter of cycles can be used; "" if one opens and counts.
std::string performance_counters_problem();

}  // namespace schedlab
