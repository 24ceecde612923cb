#include "harness/verify/source_fingerprint.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "build_info.hpp"
#include "harness/run/file.hpp"
#include "harness/verify/hashing.hpp"

namespace schedlab::verify {
namespace {

// Comments and blanks do not count: they change nothing that was checked.
std::string code_of(const std::string& line) {
  const std::size_t comment = line.find("//");
  std::string code;
  for (const char c : line.substr(0, comment)) {
    if (c != ' ' && c != '\t' && c != '\r') code += c;
  }
  return code;
}

bool add(const std::string& header, std::set<std::string>& seen, std::uint64_t& hash) {
  if (!seen.insert(header).second) return true;
  const auto text = read_file(std::string(source_folder) + "/" + header);
  if (!text) return false;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const std::string code = code_of(line);
    if (!code.empty()) hash = mix(hash, hash_of_bytes(code.data(), code.size()));
    constexpr std::string_view include = "#include\"";
    if (!code.starts_with(include)) continue;
    if (!add(code.substr(include.size(), code.rfind('"') - include.size()), seen, hash)) return false;
  }
  return true;
}

}  // namespace

std::string source_fingerprint(const std::string& header) {
  std::set<std::string> seen;
  std::uint64_t hash = 0;
  return add(header, seen, hash) ? fmt::format("{:016x}", hash) : "";
}

}  // namespace schedlab::verify
