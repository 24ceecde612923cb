// Whether this machine lets us count cycles and cache misses. Most cloud machines don't.
#pragma once

#include <string>

namespace schedlab {

// "" if a counter of cycles opens and counts; otherwise why not.
std::string performance_counters_problem();

}  // namespace schedlab
