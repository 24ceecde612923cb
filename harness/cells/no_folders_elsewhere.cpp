// The lab alone has no designs of others. A build with some brings a unit that lists their folders (harness/cmake/
// folders_elsewhere.py), and the linker then takes nothing from here.
#include "harness/cells/cell.hpp"

namespace schedlab {

const std::vector<folder_elsewhere>& folders_elsewhere() {
  static const std::vector<folder_elsewhere> none;
  return none;
}

}  // namespace schedlab
