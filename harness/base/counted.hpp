// A number of things: "1 cell", "2 cells".
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace schedlab {

inline std::string counted(std::size_t number, const char* thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

}  // namespace schedlab
