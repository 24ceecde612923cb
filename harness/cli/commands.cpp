#include "harness/cli/commands.hpp"

namespace schedlab {

std::vector<command> all_commands() {
  return {list_command(),    run_command(), verify_command(), show_command(),
          compare_command(), new_command(), doctor_command(), completion_command()};
}

}  // namespace schedlab
