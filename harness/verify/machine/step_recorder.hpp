// The steps of one execution, kept if they are to be read, as a counter-example. An exploration records nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/verify/machine/step.hpp"

namespace schedlab::verify {

class step_recorder {
 public:
  void record(bool on) { recording_ = on; }
  bool recording() const { return recording_; }

  void begin_execution() {
    steps_.clear();
    if (recording_) steps_.push_back({.kind = step_kind::note});  // step 0 stands for the time before
  }

  // May only be called while recording.
  step& add(const step& what) {
    steps_.push_back(what);
    return steps_.back();
  }
  // A step that is thrown away: callers may fill it in while nothing is recorded.
  step& unrecorded() { return unrecorded_; }

  // The number of the latest step.
  std::uint32_t latest() const { return static_cast<std::uint32_t>(steps_.size() - 1); }
  const std::vector<step>& steps() const { return steps_; }

 private:
  std::vector<step> steps_;
  step unrecorded_{step_kind::note};
  bool recording_ = false;
};

}  // namespace schedlab::verify
