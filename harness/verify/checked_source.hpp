// What a verdict is about: the source of a design as this program was compiled from it. The build writes one of each
// (harness/cmake/source_fingerprint.py); nothing of it is read at run time, when the files may be others.
#pragma once

namespace schedlab::verify {

struct checked_source {
  const char* header;       // path from the repo's root
  const char* fingerprint;  // 16 hexadecimal digits that change with the source
};

}  // namespace schedlab::verify
