#include "queues/tests/child_outcome.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

namespace schedlab {

child_outcome in_child(const std::function<int()>& body, unsigned limit_s) {
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
    outcome.error_output.append(bytes, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

}  // namespace schedlab
