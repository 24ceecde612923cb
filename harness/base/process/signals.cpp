// The self-pipe, with both ends non-blocking: a full pipe already says that there is something to read.
#include "harness/base/process/signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace schedlab {
namespace {

std::array<int, 2> self_pipe = {-1, -1};
constexpr std::array stop_signals = {SIGINT, SIGTERM};
// Too large a file or a reader that left shall be an error of write, with its sentence; a closed terminal is nothing to us.
constexpr std::array ignored_signals = {SIGXFSZ, SIGPIPE, SIGHUP};

extern "C" void note_signal(int signal) {
  const int saved = errno;
  const auto number = static_cast<unsigned char>(signal);
  [[maybe_unused]] const ssize_t ignored = ::write(self_pipe[1], &number, 1);
  errno = saved;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

signal_watch::signal_watch() {
  if (::pipe(self_pipe.data()) == 0) {
    for (const int end : self_pipe) {
      ::fcntl(end, F_SETFL, O_NONBLOCK);
      ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
  }
  for (const int signal : stop_signals) handle(signal, note_signal);
  handle(SIGCHLD, note_signal);
  for (const int signal : ignored_signals) handle(signal, SIG_IGN);
}

signal_watch::~signal_watch() {
  for (const int signal : stop_signals) handle(signal, SIG_DFL);
  for (const int signal : ignored_signals) handle(signal, SIG_DFL);
  handle(SIGCHLD, SIG_DFL);
  for (int& end : self_pipe) {
    ::close(end);
    end = -1;
  }
}

int signal_watch::descriptor() const { return self_pipe[0]; }

std::optional<int> signal_watch::stop_signal() {
  unsigned char number = 0;
  while (::read(self_pipe[0], &number, 1) == 1) {
    if (number != SIGCHLD) stopped_by_ = number;
  }
  return stopped_by_;
}

const char* signal_name(int signal) {
  switch (signal) {
    case SIGABRT:
      return "SIGABRT (aborted)";
    case SIGBUS:
      return "SIGBUS (bad access to memory)";
    case SIGFPE:
      return "SIGFPE (bad arithmetic)";
    case SIGHUP:
      return "SIGHUP (terminal closed)";
    case SIGILL:
      return "SIGILL (illegal instruction)";
    case SIGINT:
      return "SIGINT (Ctrl-C)";
    case SIGKILL:
      return "SIGKILL (killed, perhaps for want of memory)";
    case SIGSEGV:
      return "SIGSEGV (access to invalid memory)";
    case SIGTERM:
      return "SIGTERM (terminated)";
    case SIGTRAP:
      return "SIGTRAP (trap)";
    default:
      return "a signal";
  }
}

}  // namespace schedlab
