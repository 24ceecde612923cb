// Looks at the lives in the order in which their pushes begin. Among the lives whose push was over by then, only the
// one whose pop begins last is worth comparing.
#include "harness/verify/history/overtaking.hpp"

namespace schedlab::verify {

namespace {

finding came_out_first(const item_life& young, const item_life& old) {
  if (!old.came_out()) {
    return wrong(complaint::out_of_order, {old.push, young.push, young.pop},
                 "item {} came out and item {} never did, though item {} was put in before item {}", young.item,
                 old.item, old.item, young.item);
  }
  return wrong(complaint::out_of_order, {old.push, young.push, young.pop, old.pop},
               "item {} came out before item {}, though item {} was put in before item {}", young.item, old.item,
               old.item, young.item);
}

}  // namespace

finding find_overtaking(std::span<const item_life> lives, overtakers who) {
  const auto beginning = sorted_by(&item_life::push_began, lives);
  const auto ending = sorted_by(&item_life::push_ended, lives);
  const item_life* latest = nullptr;
  std::size_t next = 0;
  for (const auto& [began, one] : beginning) {
    for (; next < ending.size() && ending[next].first < began; ++next) {
      const item_life* const over = ending[next].second;
      if (latest == nullptr || over->pop_began > latest->pop_began) latest = over;
    }
    if (who == overtakers::stolen && !one->stolen) continue;
    if (latest != nullptr && one->pop_ended < latest->pop_began) return came_out_first(*one, *latest);
  }
  return {};
}

}  // namespace schedlab::verify
