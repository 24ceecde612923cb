// Shows a person how a run goes on: one line that is rewritten on a terminal, plain lines now and then elsewhere. It
// writes to standard error, so that standard output holds results only. It is called between repetitions, never during
// one.
#pragma once

#include <chrono>
#include <limits>
#include <string>

namespace schedlab {

// "4 min 10 s".
std::string spoken_time(double seconds);

class progress {
 public:
  explicit progress(bool quiet);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void say(const std::string& line);  // prints a whole line, above the one that is rewritten
  // Shows how far the run is. It never says that more time is left than `most_left_s`.
  void at(const std::string& cell, std::size_t finished, std::size_t total,
          double most_left_s = std::numeric_limits<double>::infinity());
  void begin_phase() { started_ = false; }  // counts from zero again
  void end();                               // ends the rewritten line

 private:
  using clock = std::chrono::steady_clock;

  double seconds_left(std::size_t finished, std::size_t total) const;

  bool quiet_;
  bool terminal_;
  bool line_open_ = false;
  bool started_ = false;
  std::size_t first_ = 0;  // already finished at the start: a resumed run begins in the middle
  clock::time_point begun_;
  clock::time_point last_;
};

}  // namespace schedlab
