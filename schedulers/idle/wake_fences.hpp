// Which side pays so that no sleeper is overlooked. Either a thread that brings work must see the sleeper, or the
// sleeper, in its last look, must see the work; that takes a full fence on both sides (event_count.hpp).
#pragma once

#include <cstdint>

namespace schedlab {

enum class wake_fences : std::uint8_t {
  // The sleeper pays for both sides: Linux's membarrier interrupts every CPU that runs this process. A task costs
  // nothing.
  asymmetric,
  // Each side pays for its own fence: a locked instruction per task that is made, and no CPU is interrupted. This suits
  // many workers that fall asleep often.
  symmetric,
};

}  // namespace schedlab
