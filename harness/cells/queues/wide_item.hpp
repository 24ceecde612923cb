// An item as wide as a cache line: it stands for a task that lies in the queue with its arguments, not behind a
// pointer.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace schedlab {

class wide_item {
 public:
  wide_item() = default;
  explicit wide_item(std::uint64_t number) { words_.fill(number); }

  // The number, if the item arrived whole. A torn item yields a number that was never pushed.
  operator std::uint64_t() const {
    const bool whole = std::all_of(words_.begin(), words_.end(), [&](std::uint64_t word) { return word == words_[0]; });
    return whole ? words_[0] : ~std::uint64_t{0};
  }

 private:
  std::array<std::uint64_t, 8> words_;
};

}  // namespace schedlab
