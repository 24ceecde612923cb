// An item as wide as a cache line: a task with its arguments instead of a pointer to it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace schedlab {

class wide_item {
 public:
  wide_item() = default;
  explicit wide_item(std::uint64_t number) { words_.fill(number); }

  // The number, if it arrived whole: a torn item has none that was ever pushed.
  operator std::uint64_t() const {
    const bool whole = std::all_of(words_.begin(), words_.end(), [&](std::uint64_t word) { return word == words_[0]; });
    return whole ? words_[0] : ~std::uint64_t{0};
  }

 private:
  std::array<std::uint64_t, 8> words_;
};

}  // namespace schedlab
