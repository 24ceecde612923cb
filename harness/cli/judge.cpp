// If a script did not understand its call or could not print, it says so itself and ends with one of these codes.
#include "harness/cli/judge.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "build_info.hpp"
#include "harness/base/process/home.hpp"
#include "harness/base/process/other_programs.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/typed.hpp"
#include "harness/run/archive/run_files.hpp"

namespace schedlab {
namespace {

constexpr int greatest_code_of_a_script = 3;

// The one that was found when this was built, which may have been on another machine.
std::string python() {
  const char* const chosen = std::getenv("SCHEDLAB_PYTHON");
  if (chosen != nullptr) return chosen;
  return ::access(python_executable, X_OK) == 0 ? python_executable : "python3";
}

failure lacks(const program_home& place, const std::string& file) {
  if (place.is_checkout) {
    return {fmt::format("this executable belongs to the checkout {}, whose {} is gone; build it again where the "
                        "checkout is now (make build), or call that one's build/release/schedlab",
                        place.folder.string(), file),
            exit_check_failed};
  }
  return {fmt::format("{} is gone, which was installed with this program; install it again", file), exit_check_failed};
}

}  // namespace

int judged(const std::string& script, const std::vector<std::string>& runs, const std::vector<std::string>& words,
           bool to_errors) {
  if (!home()) return complain(home().why());
  const std::filesystem::path judge = home()->folder / "harness/judge/commands" / script;
  std::error_code none;
  if (!std::filesystem::exists(judge, none)) return complain(lacks(*home(), judge.string()));
  std::vector<std::string> command = {python()};
  if (!home()->is_checkout) command.emplace_back("-B");  // Python leaves no compiled modules there, not even for root
  command.push_back(judge.string());
  for (const std::string& run : runs) {
    const auto named = run_named(run);
    if (!named) return complain(named.why());
    command.push_back(named->string());
  }
  command.insert(command.end(), words.begin(), words.end());
  ::setenv("SCHEDLAB_TYPED", typed_call().c_str(), 1);
  const int code = run_program(command, to_errors);
  if (code >= 0 && code <= greatest_code_of_a_script) return code;
  const std::string how = code < 0 ? "can't be run" : fmt::format("ended with {}", code);
  return complain(
      {fmt::format(
           "{} {} {}; {}, and SCHEDLAB_PYTHON may name another Python", command[0], judge.string(), how,
           home()->is_checkout ? "`make setup` installs what it needs" : "it needs Python 3 with numpy and scipy"),
       exit_check_failed});
}

}  // namespace schedlab
