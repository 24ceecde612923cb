// All of it belongs to the executable: what is checked out now may be another source.
#include "harness/run/plan/provenance.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "build_info.hpp"
#include "harness/base/built_commit.hpp"
#include "harness/base/file.hpp"
#include "harness/base/process/executable_path.hpp"
#include "harness/base/process/home.hpp"

namespace schedlab {

provenance describe_provenance() {
  provenance found;
  found.commit = this_build.name;
  found.dirty = this_build.dirty;
  found.why_unknown = this_build.why_unknown;
  found.compiler = build_compiler;
  found.flags = build_flags;
  found.build_type = build_type;
  found.fingerprint = executable_fingerprint();
  if (const auto text = home() ? read_file(home()->built / "code_sizes.json") : home().why()) {
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
  const std::string place = !home()               ? home().why().message
                            : home()->is_checkout ? "of the checkout " + home()->folder.string()
                                                  : "installed, its files in " + home()->folder.string();
  return fmt::format("schedlab {} of commit {}{}; {}, {}, {}; {}\n", project_version, found.commit,
                     found.dirty ? " with uncommitted changes" : "", found.compiler, found.build_type, found.flags,
                     place);
}

}  // namespace schedlab
