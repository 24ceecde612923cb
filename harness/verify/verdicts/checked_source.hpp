// What a verdict is about: the source of a design as this program was compiled from it. The build writes one of each
// (harness/cmake/source_fingerprint.py); nothing of it is read at run time, when the files may be others.
#pragma once

#include <string_view>

namespace schedlab::verify {

struct checked_source {
  const char* header;       // path from the repo's root; of a design of others a whole one
  const char* fingerprint;  // 16 hexadecimal digits that change with the source
};

// Of what is called so; null if this program cannot check it. Whoever knows all subjects defines it
// (verify/explore/subject_named.cpp), so that whoever only reads verdicts needs no checker.
const char* fingerprint_of(std::string_view name);

}  // namespace schedlab::verify
