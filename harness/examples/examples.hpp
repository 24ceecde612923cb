// The designs of this folder, which is a catalogue like anybody's, as text: what `schedlab new` begins with.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

struct example_file {
  std::string name;  // catalogue.cmake, my_queue.hpp
  std::string text;
};

const std::vector<example_file>& example_files();

}  // namespace schedlab
