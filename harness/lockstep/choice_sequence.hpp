// The choices that determine an execution: at each point where several things may happen next, which one did. An
// exploration is a depth-first walk over such sequences; a counter-example is one of them.
//
// Executions are repeated from their beginning, so the same choices must lead to the same points. Each choice carries a
// signature of the point; where it differs on a repetition, the explored program depends on something else than its
// choices (time, addresses, a global variable).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace schedlab::verify {

class choice_sequence {
 public:
  // Returns one of 0 to count - 1: the recorded choice as long as there are recorded ones, and then 0.
  unsigned choose(unsigned count, std::uint32_t signature) {
    if (position_ < made_.size()) {
      choice& recorded = made_[position_++];
      if (recorded.count == 0) recorded = {recorded.taken, count, signature};  // given by a caller, to be replayed
      if (recorded.count != count || recorded.signature != signature || recorded.taken >= count) diverged_ = true;
      return recorded.taken < count ? recorded.taken : 0;
    }
    made_.push_back({0, count, signature});
    ++position_;
    return 0;
  }

  // Whether the next choice is a repeated one.
  bool replaying() const { return position_ < made_.size(); }
  bool diverged() const { return diverged_; }
  // Whether the last execution made the choices that it was given, and all of them.
  bool was_followed() const { return !diverged_ && position_ == made_.size(); }

  // Goes back to the beginning of the same sequence.
  void rewind() {
    position_ = 0;
    diverged_ = false;
  }

  // Goes on to the next sequence in depth-first order; false after the last.
  bool advance() {
    made_.resize(position_);
    while (!made_.empty() && made_.back().taken + 1 == made_.back().count) made_.pop_back();
    if (made_.empty()) return false;
    ++made_.back().taken;
    rewind();
    return true;
  }

  void clear() {
    made_.clear();
    rewind();
  }

  std::vector<unsigned> taken() const {
    std::vector<unsigned> numbers;
    for (std::size_t i = 0; i < position_; ++i) numbers.push_back(made_[i].taken);
    return numbers;
  }

  void replay(const std::vector<unsigned>& numbers) {
    clear();
    for (const unsigned number : numbers) made_.push_back({number, 0, 0});
  }

 private:
  struct choice {
    unsigned taken;
    unsigned count;
    std::uint32_t signature;
  };

  std::vector<choice> made_;
  std::size_t position_ = 0;
  bool diverged_ = false;
};

}  // namespace schedlab::verify
