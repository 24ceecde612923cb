// `schedlab new`: an example of a design in a folder of one's own, to begin with.
#include <fmt/format.h>

#include <memory>

#include "harness/base/process/home.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/typed.hpp"
#include "harness/cli/commands.hpp"
#include "harness/examples/new_design.hpp"

namespace schedlab {
namespace {

struct new_call {
  std::string kind;
  std::string name;
  std::string folder = ".";
};

int write(const new_call& asked) {
  const auto written = write_new_design({asked.kind, asked.name, asked.folder});
  if (!written) return complain(written.why());
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::canonical(asked.folder, ignored);
  const std::string with = "WITH=" + quoted(folder.string());
  fmt::print("wrote {}, a {} that works, and its line into {}\n", written->header.string(), asked.kind,
             written->catalogue.string());
  fmt::print("its name in the lab is {}.{}; in {}:\n", folder.filename().string(), asked.name,
             home() && home()->is_checkout ? home()->folder.string() : "a checkout of schedlab");
  fmt::print("  make test {}     runs its contract tests\n", with);
  // A scheduler's protocol would have to be written over the checker's memory.
  if (asked.kind != "scheduler") fmt::print("  make verify {}   explores what its threads may do\n", with);
  fmt::print("  make bench {}    measures it beside the others\n", with);
  return exit_done;
}

}  // namespace

command new_command() {
  const auto asked = std::make_shared<new_call>();
  return {"new",
          "Write a queue, deque or scheduler of your own to begin with: a working example and its line in a catalogue",
          "Examples: schedlab new queue fast_queue --in ~/mine\n"
          "          make bench WITH=~/mine FILTER=mine.fast_queue\n"
          "Exit codes: 0 done, 2 the call was wrong, or something is in the way.",
          {{"kind", "What it is to be", &asked->kind, {}, {"queue", "deque", "scheduler"}, true},
           {"name", "What it is to be called: small letters, digits and _", &asked->name, "NAME", {}, true},
           {"--in", "The folder of your designs, beside this checkout or anywhere", &asked->folder, "DIR"}},
          [asked] { return write(*asked); }};
}

}  // namespace schedlab
