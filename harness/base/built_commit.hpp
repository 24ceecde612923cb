// Of which commit this executable was built; the build writes it.
#pragma once

namespace schedlab {

struct built_commit {
  const char* name;  // or "unknown"
  bool dirty;        // tracked files differed from it
  const char* why_unknown;
};

extern const built_commit this_build;

}  // namespace schedlab
