// The source and the build that results come from.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace schedlab {

struct provenance {
  std::string commit = "unknown";
  bool dirty = false;
  std::string why_unknown;  // why the commit is unknown
  std::string compiler;
  std::string flags;
  std::string build_type;
  std::string fingerprint;                          // a hash of the executable
  std::map<std::string, std::uint64_t> code_sizes;  // bytes of machine code per design
};

provenance describe_provenance();

// The line that --version prints.
std::string version_text();

}  // namespace schedlab
