// A steal is judged as in a queue. A pop is compared with one item only: of the items that went in between the push and
// the pop, the one that stays longest. To find it, items are added in the order in which their pushes begin, the last
// one first, and the maximum is taken over those whose push was over in time.
// P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience 1994: maxima
// instead of sums.
#include "harness/verify/history/deque_history.hpp"

#include <algorithm>

#include "harness/verify/history/overtaking.hpp"

namespace schedlab::verify {

namespace {

// Until when an item forbids the pop of the items in front of it. A stolen item should never have been behind them.
std::uint64_t in_the_way_until(const item_life& one) { return one.stolen ? for_ever : one.pop_began; }

// Finds the life that is longest in the way, among those whose push was over before a given moment.
class longest_in_the_way {
 public:
  explicit longest_in_the_way(std::span<const item_life> lives) : maxima_(lives.size() + 1) {
    for (const auto& [ended, one] : sorted_by(&item_life::push_ended, lives)) ends_.push_back(ended);
  }

  void add(const item_life& one) {
    for (std::size_t i = over_before(one.push_ended) + 1; i < maxima_.size(); i += lowest_bit(i)) {
      keep_longer(maxima_[i], &one);
    }
  }

  const item_life* before(std::uint64_t moment) const {
    const item_life* longest = nullptr;
    for (std::size_t i = over_before(moment); i > 0; i -= lowest_bit(i)) keep_longer(longest, maxima_[i]);
    return longest;
  }

 private:
  static std::size_t lowest_bit(std::size_t of) { return of & (~of + 1); }

  static void keep_longer(const item_life*& kept, const item_life* other) {
    if (other == nullptr) return;
    if (kept == nullptr || in_the_way_until(*other) > in_the_way_until(*kept)) kept = other;
  }

  std::size_t over_before(std::uint64_t moment) const {
    return static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), moment) - ends_.begin());
  }

  std::vector<std::uint64_t> ends_;
  std::vector<const item_life*> maxima_;  // number i: over the ends from i - lowest_bit(i) to i - 1
};

finding popped_from_below(const item_life& old, const item_life& young) {
  if (!young.came_out()) {
    return wrong(complaint::out_of_order, {old.push, young.push, old.pop},
                 "item {} was popped and item {} never came out, though item {} was put in after it and before the pop",
                 old.item, young.item, young.item);
  }
  return wrong(complaint::out_of_order, {old.push, young.push, old.pop, young.pop},
               "item {} was popped and item {} {}, though item {} was put in after it and before the pop", old.item,
               young.item, young.stolen ? "was stolen" : "came out later", young.item);
}

finding find_pop_from_below(std::span<const item_life> lives) {
  const auto beginning = sorted_by(&item_life::push_began, lives);
  const auto ending = sorted_by(&item_life::push_ended, lives);
  auto later = beginning.rbegin();
  longest_in_the_way pushed_later(lives);
  for (auto at = ending.rbegin(); at != ending.rend(); ++at) {
    const item_life& one = *at->second;
    for (; later != beginning.rend() && later->first > one.push_ended; ++later) pushed_later.add(*later->second);
    if (!one.came_out() || one.stolen) continue;
    const item_life* const longest = pushed_later.before(one.pop_began);
    if (longest != nullptr && in_the_way_until(*longest) > one.pop_ended) return popped_from_below(one, *longest);
  }
  return {};
}

}  // namespace

finding find_deque_disorder(std::span<const item_life> lives) {
  if (finding found = find_overtaking(lives, overtakers::stolen)) return found;
  return find_pop_from_below(lives);
}

}  // namespace schedlab::verify
