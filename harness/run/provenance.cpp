// The commit is asked for now, because it changes without a rebuild; how the build was made is compiled in.
#include "harness/run/provenance.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "build_info.hpp"
#include "harness/run/executable_path.hpp"
#include "harness/run/file.hpp"
#include "harness/run/other_programs.hpp"

namespace schedlab {

provenance describe_provenance() {
  provenance found;
  if (const auto commit = output_of({"git", "-C", source_folder, "rev-parse", "--verify", "HEAD"}))
    found.commit = *commit;
  if (const auto changes = output_of({"git", "-C", source_folder, "status", "--porcelain"}))
    found.dirty = !changes->empty();
  found.compiler = build_compiler;
  found.flags = build_flags;
  found.build_type = build_type;
  found.fingerprint = executable_fingerprint();
  if (const auto text = read_file(executable_folder() / "code_sizes.json")) {
    const auto sizes = nlohmann::json::parse(*text, nullptr, false);
    if (sizes.is_object()) {
      for (const auto& [design, bytes] : sizes.items()) {
        if (bytes.is_number_unsigned()) found.code_sizes[design] = bytes;
      }
    }
  }
  return found;
}

std::string version_text() {
  const provenance found = describe_provenance();
  return fmt::format("schedlab of commit {}{}; {}, {}, {}\n", found.commit,
                     found.dirty ? " with uncommitted changes" : "", found.compiler, found.build_type, found.flags);
}

}  // namespace schedlab
