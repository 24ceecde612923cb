// posix_spawn, then one poll over the answer, the child's standard error and the signal pipe.
#include "harness/base/process/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>
#include <vector>

#include "harness/base/process/executable_path.hpp"

extern char** environ;

namespace schedlab {
namespace {

using clock = std::chrono::steady_clock;

class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) { ::fcntl(number, F_SETFD, FD_CLOEXEC); }
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() { close(); }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

struct channel {
  descriptor parent_end;
  descriptor childs;
};

channel socket_channel() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return {};
  return {descriptor(ends[0]), descriptor(ends[1])};
}

channel pipe_channel() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe(ends.data()) != 0) return {};
  return {descriptor(ends[0]), descriptor(ends[1])};
}

// Returns errno, or 0. dup2 onto its own number would leave close-on-exec set, so the child's socket is moved out of
// the way of small numbers first.
int spawn(pid_t& child, int socket, int errors) {
  const descriptor moved(::fcntl(socket, F_DUPFD_CLOEXEC, 10));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, moved.get(), child_descriptor);

  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::array<std::string, 2> words = {"schedlab", child_command};
  const std::array<char*, 3> arguments = {words[0].data(), words[1].data(), nullptr};
  const int error = ::posix_spawn(&child, executable_path().c_str(), &actions, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  return error;
}

// Reads what there is; closes at the end of the stream.
void drain(descriptor& from, std::string& into) {
  std::array<char, 4096> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) {
    into.append(buffer.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    from.close();
  }
}

void drain_rest(descriptor& from, std::string& into) {
  if (from.is_open()) ::fcntl(from.get(), F_SETFL, O_NONBLOCK);
  while (from.is_open()) drain(from, into);
}

std::string last_lines(std::string text) {
  constexpr std::size_t most = 300;
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (text.ends_with(' ')) text.pop_back();
  return text.size() <= most ? text : "..." + text.substr(text.size() - most);
}

int milliseconds_until(clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1'000'000));
}

// The child is left to be reaped: until then its number, which is also that of its group, is given to nobody else.
bool has_ended(pid_t child) {
  siginfo_t ended{};
  return ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == child;
}

// Until the child has ended, the deadline has passed or a signal asks to stop.
child_report::end wait_for(pid_t child, descriptor& answers, descriptor& errors, child_report& report,
                           clock::time_point deadline, signal_watch& watch) {
  for (;;) {
    std::vector<pollfd> polled = {{watch.descriptor(), POLLIN, 0}};
    if (answers.is_open()) polled.push_back({answers.get(), POLLIN, 0});
    if (errors.is_open()) polled.push_back({errors.get(), POLLIN, 0});
    ::poll(polled.data(), static_cast<nfds_t>(polled.size()), milliseconds_until(deadline));
    for (const pollfd& p : polled) {
      if (p.revents == 0) continue;
      if (p.fd == answers.get()) drain(answers, report.answer);
      if (p.fd == errors.get()) drain(errors, report.last_words);
    }
    if (watch.stop_signal()) return child_report::end::interrupted;
    if (has_ended(child)) return child_report::end::exited;
    if (clock::now() >= deadline) return child_report::end::timed_out;
  }
}

// Also after a good end: what the child may have started goes with it. Returns the child's status.
int end_group_of(pid_t child) {
  ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

child_report run_child(const std::string& request, double limit_s, signal_watch& watch) {
  const auto begin = clock::now();
  child_report report;
  channel answers = socket_channel();
  channel errors = pipe_channel();
  pid_t child = 0;
  report.code = answers.parent_end.is_open() && errors.parent_end.is_open()
                    ? spawn(child, answers.childs.get(), errors.childs.get())
                    : errno;
  if (report.code != 0) return report;
  answers.childs.close();
  errors.childs.close();
  const std::string line = request + "\n";
  [[maybe_unused]] const ssize_t sent = ::write(answers.parent_end.get(), line.data(), line.size());

  const auto deadline = begin + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(limit_s));
  report.ending = wait_for(child, answers.parent_end, errors.parent_end, report, deadline, watch);
  const int status = end_group_of(child);
  if (report.ending == child_report::end::exited) {
    drain_rest(answers.parent_end, report.answer);
    drain_rest(errors.parent_end, report.last_words);
    if (WIFSIGNALED(status)) report.ending = child_report::end::killed;
    report.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  report.last_words = last_lines(std::move(report.last_words));
  report.took_s = std::chrono::duration<double>(clock::now() - begin).count();
  return report;
}

}  // namespace schedlab
