// schedlab: one executable that lists, measures and examines; started by itself it is one repetition of one cell.
#include <cstdio>
#include <string>
#include <vector>

#include "harness/measure/placement.hpp"
#include "harness/run/child_process.hpp"
#include "harness/run/command_line.hpp"
#include "harness/run/repetition_child.hpp"

int main(int count, char** words) {
  using namespace schedlab;
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  if (arguments.size() == 1 && arguments[0] == child_command) return repetition_child();
  const auto asked = parse_command_line(arguments, static_cast<unsigned>(allowed_cpus().size()));
  if (!asked) return complain(asked.why());
  switch (asked->what) {
    case call::kind::list:
      return list_command(asked->list);
    case call::kind::run:
      return run_command(asked->run);
    case call::kind::verify:
      return verify::verify_command(asked->verify);
    case call::kind::show:
      return show_command(asked->show);
    case call::kind::compare:
      return compare_command(asked->compare);
    case call::kind::doctor:
      return doctor_command();
    case call::kind::names:
      return names_command(asked->names);
    case call::kind::text:
      break;
  }
  std::fputs(asked->text.c_str(), stdout);
  return exit_done;
}
