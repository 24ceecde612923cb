// Runs something in a process of its own and says how that process ended: a death is then an outcome like any other,
// and a hang ends after a while. What the child wrote to stderr is kept.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace schedlab {

struct child_outcome {
  int signal = 0;     // the one that ended it; SIGALRM if it took too long
  int exit_code = 0;  // if no signal ended it
  std::string said;
};

// The child runs `body`, an int() whose answer becomes its exit code.
template <class Body>
child_outcome in_child(Body body, unsigned limit_s = 20) {
  int ends[2];
  std::fflush(nullptr);  // otherwise the child would print it once more
  if (pipe(ends) != 0) throw std::runtime_error("no pipe to a child");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    // Catch2 would report the death that is expected, and hold it for a failed test.
    for (const int fatal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) ::signal(fatal, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    alarm(limit_s);
    _exit(body());
  }
  close(ends[1]);
  child_outcome outcome;
  char bytes[512];
  for (ssize_t got = 0; (got = read(ends[0], bytes, sizeof bytes)) > 0;) {
    outcome.said.append(bytes, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

}  // namespace schedlab
