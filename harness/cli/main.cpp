// schedlab: one executable that lists, measures and examines. When it starts itself, it is one repetition of one cell.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <vector>

#include "harness/base/process/child_process.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/typed.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/commands.hpp"
#include "harness/run/repetition_child.hpp"

namespace schedlab {
namespace {

// If standard input, output or error is closed, the next file that we open would get its number, and our messages.
void fill_standard_descriptors() {
  for (int number = ::open("/dev/null", O_RDONLY); number >= 0; number = ::open("/dev/null", O_RDONLY)) {
    if (number <= 2) continue;
    ::close(number);
    return;
  }
}

int act(const parsed_call& asked) {
  if (asked.chosen != nullptr) return asked.chosen->run();
  std::fputs(asked.text.c_str(), stdout);
  return exit_done;
}

int output_lost(const std::string& why) {
  return complain({"can't write to standard output: " + why, exit_check_failed});
}

// Makes sure that the printed text has arrived; otherwise the call has failed.
int after_printing(int code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return output_lost(errno == 0 ? "part of it is lost" : std::strerror(errno));
}

}  // namespace
}  // namespace schedlab

int main(int count, char** words) {
  using namespace schedlab;
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  if (arguments.size() == 1 && arguments[0] == child_command) return repetition_child();
  fill_standard_descriptors();
  if (count > 0) remember_the_call(words[0]);
  const std::vector<command> commands = all_commands();
  const auto asked = parse_command_line(commands, arguments);
  if (!asked) return complain(asked.why());
  try {
    return after_printing(act(*asked));
  } catch (const std::system_error& problem) {
    if (std::ferror(stdout) != 0) return output_lost(problem.code().message());  // this is what fmt throws
    return complain({problem.what(), exit_check_failed});
  }
}
