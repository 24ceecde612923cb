// What a worker does that has looked everywhere and found nothing. Chosen at run time: it is asked once per fruitless look.
// A policy has no state of its own, so one object serves all workers.
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
  // After so many fruitless looks in a row, of the length that they have in a pool of two workers; 0 is the first.
  virtual idle_step after(std::uint64_t looks) const = 0;
  // Whether workers can be asleep, so that whoever brings work must wake them.
  virtual bool parks() const { return false; }
  virtual bool blocks() const { return false; }
};

}  // namespace schedlab
