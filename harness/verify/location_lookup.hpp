// Which location of the explored program an access means, and whether it may be touched at all. What may not ends the
// execution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/verify/memory_state.hpp"
#include "harness/verify/schedule.hpp"

namespace schedlab::verify {

class location_lookup {
 public:
  location_lookup(memory_state& memory, schedule& threads) : memory_(memory), threads_(threads) {}

  // Its number. At the first access it becomes a location.
  std::size_t atomic_at(const void* at, std::uint8_t size);
  plain_location& plain_at(const void* at, std::size_t bytes);

  void check_allocated(const void* at, std::size_t bytes) { static_cast<void>(mark_at(at, bytes)); }

 private:
  std::uint16_t mark_at(const void* at, std::size_t bytes);

  memory_state& memory_;
  schedule& threads_;
};

}  // namespace schedlab::verify
