// The life of an item in a long history: the operation that put it in, the one that took it out, and between which
// moments each of the two must have taken effect. That is the time from its beginning to its end, but nothing came out
// before its push began; who can prove that it came out even later moves pop_began on.
//
// An item is inside for certain after push_ended and before pop_began (both excluded), if that is any time at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "harness/verify/history/queue_report.hpp"
#include "harness/verify/history/time_cover.hpp"
#include "harness/verify/history/timed_history.hpp"

namespace schedlab::verify {

struct item_life {
  static constexpr std::size_t none = SIZE_MAX;

  std::uint64_t item;
  std::size_t push;        // the index of the operation
  std::size_t pop = none;  // of what took it out, a steal too; none if it never came out
  std::uint64_t push_began;
  std::uint64_t push_ended;
  std::uint64_t pop_began = for_ever;
  std::uint64_t pop_ended = for_ever;
  std::uint8_t producer;
  bool stolen = false;

  bool came_out() const { return pop != none; }
};

// One life per item, in the order of the items, into `lives`; unless an item came out that was never put in, or before
// it was, or twice. Throws std::invalid_argument if an item is pushed twice.
finding pair_up(std::span<const timed_operation> history, std::vector<item_life>& lives);

// By one of its times.
std::vector<std::pair<std::uint64_t, const item_life*>> sorted_by(std::uint64_t item_life::*time,
                                                                  std::span<const item_life> lives);

}  // namespace schedlab::verify
