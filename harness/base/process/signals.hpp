// Signals as something to wait for: handlers only write to a pipe, which whoever waits for a child polls too.
#pragma once

#include <optional>

namespace schedlab {

// Ctrl-C, a kill; and a child that ended. A closed terminal is none: who closes it may read the results tomorrow. One at a
// time in a process.
class signal_watch {
 public:
  signal_watch();
  signal_watch(const signal_watch&) = delete;
  signal_watch& operator=(const signal_watch&) = delete;
  ~signal_watch();  // the default actions again

  int descriptor() const;  // readable when something happened

  // Takes what happened so far; the signal that asks us to stop, if one came.
  std::optional<int> stop_signal();

 private:
  std::optional<int> stopped_by_;
};

const char* signal_name(int signal);

}  // namespace schedlab
