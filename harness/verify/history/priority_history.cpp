// "More urgent" always refers to the priority alone.
#include "harness/verify/history/priority_history.hpp"

#include <algorithm>

#include "harness/verify/history/overtaking.hpp"

namespace schedlab::verify {

namespace {

// `more_urgent_ones` must be all items that are more urgent.
finding came_out_too_soon(const item_life& one, std::span<const item_life> more_urgent_ones) {
  const auto there = std::find_if(more_urgent_ones.begin(), more_urgent_ones.end(), [&](const item_life& its) {
    return its.push_ended < one.pop_began && one.pop_ended < its.pop_began;
  });
  if (there == more_urgent_ones.end()) {
    return wrong(complaint::out_of_order, {one.push, one.pop},
                 "item {} came out although at every moment some item of a more urgent priority was there", one.item);
  }
  std::vector<std::size_t> concerned{there->push, one.push, one.pop};
  if (there->came_out()) concerned.push_back(there->pop);
  return wrong(complaint::out_of_order, std::move(concerned),
               "item {} came out although item {} was there all the time and has priority {}, not {}", one.item,
               there->item, priority_of(there->item), priority_of(one.item));
}

}  // namespace

finding find_priority_disorder(ordering order, std::vector<item_life>& lives) {
  const auto is_more_urgent = [order](const item_life& a, const item_life& b) {
    return more_urgent(order, a.item, b.item);
  };
  std::stable_sort(lives.begin(), lives.end(), is_more_urgent);
  time_cover occupied;  // the times at which a more urgent item than the equals is inside
  for (auto begin = lives.begin(); begin != lives.end();) {
    const std::span equals(begin, std::upper_bound(begin, lives.end(), *begin, is_more_urgent));
    occupied.unite();
    for (item_life& one : equals) {
      if (!one.came_out()) continue;
      const std::uint64_t first_gap = occupied.first_gap_from(one.pop_began);
      if (first_gap > one.pop_ended) return came_out_too_soon(one, {lives.begin(), begin});
      one.pop_began = first_gap;
    }
    if (finding found = find_overtaking(equals)) return found;
    for (const item_life& one : equals) occupied.add(one.push_ended, one.pop_began);
    begin += static_cast<std::ptrdiff_t>(equals.size());
  }
  return {};
}

}  // namespace schedlab::verify
