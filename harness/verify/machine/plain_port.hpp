// How the machine performs checked memory's plain reads and writes, allocations and frees: it finds data races, and
// accesses to memory that is gone or was never written. A data race is two accesses, one of them a write, that nothing
// orders.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/verify/machine/location_lookup.hpp"

namespace schedlab::verify {

class plain_port {
 public:
  plain_port(memory_state& memory, schedule& threads, location_lookup& locations)
      : memory_(memory), threads_(threads), locations_(locations) {}

  void access(const void* at, std::size_t bytes, bool writes, const site& where);
  void* allocate(std::size_t bytes, std::size_t alignment);
  void deallocate(void* place);
  // A structure in a stack frame begins and ends.
  void begins(const void* at, std::size_t bytes);
  void ends(const void* at, std::size_t bytes);

 private:
  void check_ordered(const plain_location& cell, bool writes);
  void take_note(plain_location& cell, bool writes);
  void* place_for(std::size_t bytes, std::size_t alignment);
  void check_nobody_uses(const void* place, std::size_t bytes, const char* what);

  memory_state& memory_;
  schedule& threads_;
  location_lookup& locations_;
};

}  // namespace schedlab::verify
