// If a script did not understand its call or could not print, it says so itself and ends with one of these codes.
#include "harness/cli/judge.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "build_info.hpp"
#include "harness/base/process/executable_path.hpp"
#include "harness/base/process/other_programs.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/typed.hpp"
#include "harness/run/archive/run_files.hpp"

namespace schedlab {
namespace {

constexpr int greatest_code_of_a_script = 3;

}  // namespace

int judged(const std::string& script, const std::vector<std::string>& runs, const std::vector<std::string>& words,
           bool to_errors) {
  const std::filesystem::path judge = checkout() / "harness/judge/commands" / script;
  std::error_code none;
  if (!std::filesystem::exists(judge, none)) {
    return complain(
        {fmt::format("this executable belongs to the checkout {}, whose {} is gone; build it again where the "
                     "checkout is now (make build), or call that one's build/release/schedlab",
                     checkout().string(), judge.string()),
         exit_check_failed});
  }
  const char* const other_python = std::getenv("SCHEDLAB_PYTHON");
  std::vector<std::string> command = {other_python == nullptr ? python_executable : other_python, judge.string()};
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
      {fmt::format("{} {} {}; `make setup` installs what it needs, and SCHEDLAB_PYTHON may name another Python",
                   command[0], command[1], how),
       exit_check_failed});
}

}  // namespace schedlab
