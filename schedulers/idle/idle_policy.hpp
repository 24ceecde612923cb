// What a worker does when it has looked everywhere and found nothing. The policy is chosen at run time and asked once
// per fruitless look. It has no state of its own, so one object serves all workers.
#pragma once

#include <cstdint>

namespace schedlab {

enum class idle_step : std::uint8_t {
  pause,  // look again at once
  yield,  // let another thread have the CPU, then look again
  park,   // sleep until there is something to find (event_count.hpp)
  block,  // sleep inside the queue, which must offer it
};

class idle_policy {
 public:
  virtual ~idle_policy() = default;
  virtual const char* name() const = 0;
  // The step after `looks` fruitless looks in a row; 0 means after the first. A longer look counts for more: `looks` is
  // scaled to the length that a look has in a pool of two workers.
  virtual idle_step after(std::uint64_t looks) const = 0;
  // Whether workers may be asleep, so that a thread that brings work must wake them.
  virtual bool parks() const { return false; }
  virtual bool blocks() const { return false; }
};

}  // namespace schedlab
