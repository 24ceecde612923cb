// Who pays so that no sleeper is overlooked: a thread that brings work must see the sleeper, or the sleeper, looking once
// more, the work, which takes a full fence on either side (event_count.hpp).
#pragma once

#include <cstdint>

namespace schedlab {

enum class wake_fences : std::uint8_t {
  // The sleeper pays for both: Linux's membarrier interrupts every CPU that runs this process. Nothing per task.
  asymmetric,
  // Each pays for its own: a locked instruction per task that is made, and nobody is interrupted. For many workers that
  // fall asleep often.
  symmetric,
};

}  // namespace schedlab
