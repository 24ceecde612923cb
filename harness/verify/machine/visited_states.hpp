// The states that an exploration has been in, by their hash, each with the fewest preemptions it was reached with: an
// open-addressing table, because nothing else in the exploration is as hot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace schedlab::verify {

class visited_states {
 public:
  // False if the state was reached before with no more preemptions: then all that follows from it was explored.
  bool enter(std::uint64_t state, unsigned preemptions) {
    if (count_ * 2 >= slots_.size()) grow();
    slot& found = find(state);
    if (found.state == state) {
      if (found.preemptions <= preemptions) return false;
      found.preemptions = preemptions;
      return true;
    }
    found = {state, preemptions};
    ++count_;
    return true;
  }

  std::size_t size() const { return count_; }

  void clear() {
    slots_.assign(slots_.size(), slot{});
    count_ = 0;
  }

 private:
  struct slot {
    std::uint64_t state = 0;  // 0 means free; that a state hashes to 0 is as unlikely as that two states collide
    unsigned preemptions = 0;
  };

  slot& find(std::uint64_t state) {
    std::size_t i = state & (slots_.size() - 1);
    while (slots_[i].state != 0 && slots_[i].state != state) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }

  void grow() {
    std::vector<slot> old(slots_.empty() ? 1 << 12 : slots_.size() * 2);
    old.swap(slots_);
    for (const slot& s : old) {
      if (s.state != 0) find(s.state) = s;
    }
  }

  std::vector<slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace schedlab::verify
