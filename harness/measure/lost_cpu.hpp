// How much of its CPU a thread lost to others while it ought to have been busy: to other programs, to the system, and to
// other guests where the system takes stolen time off a thread's own.
//
// The rule looks at clocks and at what the system counted, never at what the thread got done. It is silent about a thread
// that went to sleep by itself (for a lock, for work), because its time off the CPU was not all taken from it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace schedlab {

// Measures the thread that calls begin() and end(), over all times between them.
class lost_cpu {
 public:
  // If a thread lost a greater share than this, its repetition was disturbed.
  static constexpr double tolerated = 0.05;

  void begin();
  void end();

  // The lost share; nullopt if the thread slept, or if the system tells too little.
  std::optional<double> share() const;

 private:
  std::chrono::steady_clock::time_point wall_begin_;
  double cpu_begin_s_ = 0;
  std::uint64_t sleeps_begin_ = 0;
  double wall_s_ = 0;
  double cpu_s_ = 0;
  std::uint64_t sleeps_ = 0;
};

}  // namespace schedlab
