// One repetition in a fresh process of this executable. What may differ between two children stays out of their command
// line, because its length moves the stack: the request goes through an inherited socket, and so does the answer.
#pragma once

#include <string>

#include "harness/base/process/signals.hpp"

namespace schedlab {

inline constexpr int child_descriptor = 3;
inline constexpr const char* child_command = "repetition";  // argv[1] of a child

struct child_report {
  enum class end { exited, killed, timed_out, interrupted, not_started };

  end ending = end::not_started;
  int code = 0;            // the exit code, the signal, or errno
  std::string answer;      // what it wrote into the socket
  std::string last_words;  // the last lines of its standard error
  double took_s = 0;
};

// Waits silently: whatever the parent does meanwhile disturbs the measurement. Past the limit, and when the watch sees
// a signal to stop, the whole process group of the child is killed.
child_report run_child(const std::string& request, double limit_s, signal_watch& watch);

}  // namespace schedlab
