// A terminal that repaints is another program on the machine that is being measured, so once a second is enough.
#include "harness/base/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "harness/base/tell.hpp"

namespace schedlab {
namespace {

constexpr std::chrono::seconds between_repaints{1};
constexpr std::chrono::seconds between_lines{10};

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80u;
}

}  // namespace

std::string spoken_time(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

progress::progress(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1) {}

progress::~progress() { end(); }

void progress::say(const std::string& line) {
  if (quiet_) return;
  end();
  tell(line + "\n");
}

double progress::seconds_left(std::size_t finished, std::size_t total) const {
  const double spent = std::chrono::duration<double>(last_ - begun_).count();
  return spent / static_cast<double>(finished - first_) * static_cast<double>(total - finished);
}

void progress::at(const std::string& cell, std::size_t finished, std::size_t total, double most_left_s) {
  if (quiet_) return;
  const auto now = clock::now();
  if (!started_) {
    started_ = true;
    first_ = finished;
    begun_ = last_ = now;
  }
  if (finished == first_ || (now - last_ < (terminal_ ? between_repaints : between_lines))) return;
  last_ = now;
  const double left_s = std::min(seconds_left(finished, total), most_left_s);
  std::string line = fmt::format("[{}/{}] {} left  {}", finished, total, spoken_time(left_s), cell);
  if (!terminal_) {
    tell(line + "\n");
    return;
  }
  if (const std::size_t width = terminal_width(); line.size() >= width) line.resize(width - 1);
  tell("\r\033[K" + line);
  line_open_ = true;
}

void progress::end() {
  if (line_open_) tell("\r\033[K");
  line_open_ = false;
}

}  // namespace schedlab
