// Which source and which build results come from.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace schedlab {

struct provenance {
  std::string commit = "unknown";
  bool dirty = false;
  std::string why_unknown;  // the commit
  std::string compiler;
  std::string flags;
  std::string build_type;
  std::string fingerprint;                          // of the executable
  std::map<std::string, std::uint64_t> code_sizes;  // bytes of machine code per design
};

provenance describe_provenance();

// Of --version: a line.
std::string version_text();

}  // namespace schedlab
