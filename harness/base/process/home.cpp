// A build folder says in checkout.txt where its checkout is (harness/cmake/build_info.cmake); no other folder has that file.
#include "harness/base/process/home.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "build_info.hpp"
#include "harness/base/file.hpp"
#include "harness/base/process/executable_path.hpp"

namespace schedlab {
namespace {

namespace fs = std::filesystem;

bool is_home(const fs::path& folder) {
  std::error_code none;
  return fs::is_directory(folder / "harness/judge", none);
}

fs::path from(const fs::path& folder, const std::string& path) {
  std::error_code none;
  return fs::weakly_canonical(folder / path, none);
}

result<program_home> found_home() {
  const fs::path here = executable_folder();
  if (const auto named = read_file(here / "checkout.txt")) {
    const fs::path checkout = from(here, named->substr(0, named->find('\n')));
    if (is_home(checkout)) return program_home{checkout, here, true};
    return failure{
        fmt::format("{} was built in the checkout {}, which is not there; build it again where the checkout is "
                    "now (make build)",
                    (here / "schedlab").string(), checkout.string()),
        exit_check_failed};
  }
  const fs::path installed = from(here, home_from_bin);
  if (is_home(installed)) return program_home{installed, installed, false};
  return failure{
      fmt::format("this executable lies in {} without the files that belong to it, neither in its build folder "
                  "nor beside {}; call it where it was built, or install it: cmake --install build/release "
                  "--prefix FOLDER",
                  here.string(), installed.string()),
      exit_check_failed};
}

}  // namespace

const result<program_home>& home() {
  static const result<program_home> found = found_home();
  return found;
}

fs::path results_folder() {
  if (home() && home()->is_checkout) {
    fs::path results = home()->folder / "results";
    if (::access(results.c_str(), W_OK) == 0) return results;
  }
  std::error_code none;
  return fs::current_path(none) / "results";
}

}  // namespace schedlab
