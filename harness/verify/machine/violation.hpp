// The kinds of faults that an exploration can find.
#pragma once

#include <cstdint>
#include <string>

#include "harness/verify/history/explain.hpp"

namespace schedlab::verify {

enum class violation_kind : std::uint8_t {
  none,
  wrong_history,   // no order of the operations explains the answers
  data_race,       // two plain accesses, one of them a write, and nothing orders them
  uninitialised,   // a read of something that was never written
  bad_access,      // an access to memory that does not exist, or not any more
  leak,            // allocated and never freed
  deadlock,        // all threads wait
  livelock,        // steps without end, or threads that only wait for each other
  not_lock_free,   // a thread cannot finish while another is stalled, though the design says so
  not_wait_free,   // an operation took more steps than the design allows
  assertion,       // the explored program says so itself
  crash,           // it stops the program, by a check() or by a signal
  cannot_explore,  // not a fault of the design: the exploration cannot be done like this
};

struct violation {
  violation_kind kind = violation_kind::none;
  complaint why = complaint::other;  // if the history is wrong
  std::string text;
};

constexpr const char* word(violation_kind kind) {
  switch (kind) {
    case violation_kind::none:
      return "none";
    case violation_kind::wrong_history:
      return "wrong history";
    case violation_kind::data_race:
      return "data race";
    case violation_kind::uninitialised:
      return "uninitialised read";
    case violation_kind::bad_access:
      return "bad access";
    case violation_kind::leak:
      return "leak";
    case violation_kind::deadlock:
      return "deadlock";
    case violation_kind::livelock:
      return "livelock";
    case violation_kind::not_lock_free:
      return "not lock-free";
    case violation_kind::not_wait_free:
      return "not wait-free";
    case violation_kind::assertion:
      return "assertion";
    case violation_kind::crash:
      return "crash";
    case violation_kind::cannot_explore:
      return "cannot be explored";
  }
  return "";
}

}  // namespace schedlab::verify
