// The lock file lies in a folder that all sessions of the user share; $XDG_RUNTIME_DIR and $TMPDIR are not shared.
#include "harness/run/measuring_turn.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace schedlab {
namespace {

namespace fs = std::filesystem;

// A look takes microseconds, but the run that is waited for is being timed, so looks are rare.
constexpr int milliseconds_between_looks = 200;

constexpr const char* lock_name = "measuring";

fs::path lock_folder() {
  const char* const chosen = std::getenv("SCHEDLAB_LOCK_FOLDER");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  return fmt::format("/tmp/schedlab-{}", ::geteuid());
}

// The folder must be checked, because any user may have made a folder or a link of that name in /tmp.
result<fs::path> own_lock_folder() {
  const fs::path folder = lock_folder();
  ::mkdir(folder.c_str(), 0700);
  struct stat found {};
  if (::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::geteuid() &&
      (found.st_mode & (S_IWGRP | S_IWOTH)) == 0) {
    return folder;
  }
  return failure{fmt::format(
      "{}: has to be a folder that only you can write, by whose lock runs take turns; remove what is there, or name "
      "another one in SCHEDLAB_LOCK_FOLDER",
      folder.string())};
}

bool stopped_while_waiting(signal_watch& watch) {
  pollfd polled{watch.descriptor(), POLLIN, 0};
  ::poll(&polled, 1, milliseconds_between_looks);
  return watch.stop_signal().has_value();
}

}  // namespace

result<held_lock> measuring_turn(const std::string& what, bool at_once, progress& shown, signal_watch& watch) {
  const auto folder = own_lock_folder();
  if (!folder) return folder.why();
  const fs::path file = *folder / lock_name;
  for (std::string told;;) {
    auto held = held_lock::try_to_hold(file, this_process() + ", which measures " + what);
    if (!held) return held.why();
    if (*held) return std::move(**held);
    const std::string other = holder_of(file);
    if (at_once) {
      return failure{fmt::format("--no-wait: the machine is taken by {}; wait for it, or stop it", other)};
    }
    if (other != told) shown.say("waiting for " + other);
    told = other;
    if (stopped_while_waiting(watch)) {
      return failure{"stopped while waiting for " + other + "; nothing was measured", exit_check_failed};
    }
  }
}

std::optional<std::string> measuring_now() {
  const fs::path file = lock_folder() / lock_name;
  if (!held_lock::is_held(file)) return std::nullopt;
  return holder_of(file);
}

}  // namespace schedlab
