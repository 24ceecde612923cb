// What becomes of a repetition's process group: all of it ends with the child, and nobody else is ever hit.
#include "harness/base/process/child_process.hpp"

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>

#include "queues/tests/catch.hpp"

namespace {

// Signals to a group whose leader was already reaped: its number may be somebody else's by then.
int signals_to_strangers = 0;

}  // namespace

// Stands before the C library's for the whole executable. A child of ours is there, running or not, until it is reaped.
extern "C" int kill(pid_t whom, int signal) noexcept {
  siginfo_t ignored{};
  if (whom < -1 && ::waitid(P_PID, static_cast<id_t>(-whom), &ignored, WEXITED | WNOHANG | WNOWAIT) != 0) {
    ++signals_to_strangers;
    return 0;
  }
  return static_cast<int>(::syscall(SYS_kill, whom, signal));
}

namespace schedlab {
namespace {

pid_t sleeper() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::sleep(60);
    ::_exit(0);
  }
  return child;
}

struct ended_group {
  child_report report;
  int status_of_grandchild = 0;
};

// Runs the child below. Its grandchild becomes ours when it has ended.
ended_group run_group(const std::string& request, double limit_s) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal_watch watch;
  ended_group found{run_child(request, limit_s, watch)};
  const pid_t grandchild = std::stoi("0" + found.report.answer);
  INFO(found.report.last_words);
  REQUIRE(grandchild > 0);
  REQUIRE(::waitpid(grandchild, &found.status_of_grandchild, 0) == grandchild);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  return found;
}

// A repetition is this executable again, with the word "repetition" behind it: so the child is the test of that name.
TEST_CASE("repetition", "[.]") {
  std::string asked(16, '\0');
  asked.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(child_descriptor, asked.data(), asked.size()))));
  const std::string answer = std::to_string(sleeper());
  REQUIRE(::write(child_descriptor, answer.data(), answer.size()) > 0);
  if (asked == "hangs\n") ::sleep(60);
}

TEST_CASE("child process: what a child started ends with it, and the group is killed before its number is free") {
  signals_to_strangers = 0;
  const ended_group found = run_group("ends", 60);
  CHECK(found.report.ending == child_report::end::exited);
  CHECK(found.report.code == 0);
  CHECK(WIFSIGNALED(found.status_of_grandchild));
  CHECK(signals_to_strangers == 0);
}

TEST_CASE("child process: one that hangs is stopped with all that it started") {
  signals_to_strangers = 0;
  const ended_group found = run_group("hangs", 2);
  CHECK(found.report.ending == child_report::end::timed_out);
  CHECK(WIFSIGNALED(found.status_of_grandchild));
  CHECK(signals_to_strangers == 0);
}

}  // namespace
}  // namespace schedlab
#endif
