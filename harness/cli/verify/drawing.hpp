// A counter-example as a drawing in a file.
#pragma once

#include <filesystem>

#include "harness/base/file.hpp"
#include "harness/verify/explore/trace.hpp"
#include "harness/verify/report/verify_text.hpp"

namespace schedlab::verify {

inline outcome draw(const std::filesystem::path& file, const counterexample& shown) {
  return replace_file(
      file, trace_svg(shown.lines, shown.planned.scenario.thread_count(), shown.design + ": " + shown.found.text));
}

}  // namespace schedlab::verify
