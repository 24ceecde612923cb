// Operations with the time at which each began and ended, on one clock that all threads share. Operation a was over
// before b began if a.ended < b.began; equal times overlap, because a clock has steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "harness/verify/history/linearizability.hpp"

namespace schedlab::verify {

struct timed_operation {
  operation call;
  std::uint64_t began = 0;
  std::uint64_t ended = 0;
};

// A history of at most 64 operations, which keep their indices.
inline std::vector<placed_operation> placed(std::span<const timed_operation> history) {
  if (history.size() > most_operations) throw std::length_error("a history to place has at most 64 operations");
  std::vector<placed_operation> result;
  result.reserve(history.size());
  for (const timed_operation& one : history) {
    std::uint64_t predecessors = 0;
    for (std::size_t i = 0; i < history.size(); ++i) {
      if (history[i].ended < one.began) predecessors |= std::uint64_t{1} << i;
    }
    result.push_back({one.call, predecessors});
  }
  return result;
}

}  // namespace schedlab::verify
