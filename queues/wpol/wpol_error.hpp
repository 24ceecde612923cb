// Everything that can be wrong with a WPOL region or refused by an operation on it: the error table of the lock-free
// queue protocol, and what that table forgot. Bare.
#pragma once

#include "../memory/bare.hpp"

namespace schedlab {

enum class [[nodiscard]] wpol_error : uint8_t {
  none,
  // These stand in the protocol's table.
  invalid_magic,
  version_mismatch,
  full,
  empty,
  no_free_slot,
  contended,  // the retry threshold was passed
  // The protocol's table forgot these.
  being_initialised,
  region_too_small,
  region_misaligned,
  capacity_zero,
  capacity_not_power_of_two,
  capacity_too_large,
  capacity_mismatch,
  slot_out_of_range,
  slot_not_allocated,
  number_out_of_range,
};

// A sentence that says what was wrong and what would be right.
constexpr const char* message(wpol_error error) {
  switch (error) {
    case wpol_error::none:
      return "no error";
    case wpol_error::invalid_magic:
      return "the region does not start with the magic number 0x57504F4C: initialise it first";
    case wpol_error::version_mismatch:
      return "the region holds a queue of another header version: use the form of the queue that initialised it";
    case wpol_error::full:
      return "the queue is full: pop first, or give it a larger capacity";
    case wpol_error::empty:
      return "the queue is empty";
    case wpol_error::no_free_slot:
      return "all task slots are allocated: free one first";
    case wpol_error::contended:
      return "other threads won every attempt up to the retry limit: try again";
    case wpol_error::being_initialised:
      return "somebody else is initialising the region: attach again when they are done (if they died, zero the region's "
             "first four bytes and initialise)";
    case wpol_error::region_too_small:
      return "the region is smaller than required_bytes(capacity)";
    case wpol_error::region_misaligned:
      return "the region does not start at a multiple of 64";
    case wpol_error::capacity_zero:
      return "a capacity of 0 holds nothing: give a power of two, 1 or more";
    case wpol_error::capacity_not_power_of_two:
      return "the capacity is not a power of two";
    case wpol_error::capacity_too_large:
      return "the capacity is above 2^28: the header has 32 bits for where the slots begin";
    case wpol_error::capacity_mismatch:
      return "the region holds a queue of another capacity: attach with that one, or with 0 to accept any";
    case wpol_error::slot_out_of_range:
      return "the slot index is not below the capacity";
    case wpol_error::slot_not_allocated:
      return "the slot is free already: it was freed twice, or never allocated";
    case wpol_error::number_out_of_range:
      return "the number is 2^32 - 1, the one that an entry cannot hold";
  }
  return "unknown error";
}

}  // namespace schedlab
