// The life of an item in a long history: the operation that put it in, the one that took it out, and between which
// moments each of the two must have taken effect. That is the time from its beginning to its end, except that a pop
// cannot take effect before the push began. A proof that the item came out even later may move pop_began on.
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
  std::size_t pop = none;  // the pop or steal that took it out; none if it never came out
  std::uint64_t push_began;
  std::uint64_t push_ended;
  std::uint64_t pop_began = for_ever;
  std::uint64_t pop_ended = for_ever;
  std::uint8_t producer;
  bool stolen = false;

  bool came_out() const { return pop != none; }
};

// Writes one life per item to `lives`, in the order of the items. Returns a finding if an item came out that was never
// put in, or came out before that, or twice. Throws std::invalid_argument if an item is pushed twice.
finding pair_up(std::span<const timed_operation> history, std::vector<item_life>& lives);

// The lives sorted by one of their times, each with that time.
std::vector<std::pair<std::uint64_t, const item_life*>> sorted_by(std::uint64_t item_life::*time,
                                                                  std::span<const item_life> lives);

}  // namespace schedlab::verify
