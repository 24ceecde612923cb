// The source that a verdict is about: the source of a design as this program was compiled from it. The build writes one
// such record per design (harness/cmake/source_fingerprint.py). No source is read at run time, when the files may have
// changed.
#pragma once

#include <string_view>

namespace schedlab::verify {

struct checked_source {
  const char* header;       // path from the repo's root; of a design of others a whole one
  const char* fingerprint;  // 16 hexadecimal digits that change with the source
};

// The fingerprint of the design with this name; null if this program cannot check it. It is defined where all subjects
// are known (verify/explore/subject_named.cpp), so that code which only reads verdicts needs no checker.
const char* fingerprint_of(std::string_view name);

}  // namespace schedlab::verify
