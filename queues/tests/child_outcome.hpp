// Runs something in a process of its own and says how that process ended: a death is then an outcome like any other,
// and a hang ends after a while. What the child wrote to stderr is kept.
#pragma once

#include <csignal>  // whose names an outcome is compared with
#include <functional>
#include <string>

namespace schedlab {

struct child_outcome {
  int signal = 0;     // the one that ended it; SIGALRM if it took too long
  int exit_code = 0;  // if no signal ended it
  std::string error_output;
};

// The child runs `body`, whose answer becomes its exit code.
child_outcome in_child(const std::function<int()>& body, unsigned limit_s = 20);

}  // namespace schedlab
