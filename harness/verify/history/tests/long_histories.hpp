// Long histories that are right, and pairs of operations in them between which to plant a fault. One operation begins
// every 10 ticks and overlaps its neighbours, except for those of a deque's owner; never more than 100 items are
// inside. At the end the remaining items are popped until the answer is empty.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness/verify/history/specification.hpp"
#include "harness/verify/history/timed_history.hpp"
#include "workloads/splitmix.hpp"

namespace schedlab::verify {

class long_run {
 public:
  explicit long_run(ordering order) : order_(order) {}

  std::vector<timed_operation> history(std::size_t operations) {
    std::vector<timed_operation> made;
    made.reserve(operations + most_inside + 1);
    while (made.size() < operations) {
      const bool puts = inside_ < most_inside && random_.one_in(2);
      made.push_back(timed(puts ? push() : take()));
    }
    while (inside_ > 0) made.push_back(timed(take_by(verb::pop)));
    moment_ += 100;
    made.push_back(timed({verb::pop, answer::empty, 1, 0}));
    return made;
  }

 private:
  static constexpr std::size_t most_inside = 100;

  timed_operation timed(const operation& what) {
    const bool is_owner = order_ == ordering::deque && what.action != verb::steal;
    const std::uint64_t reach = is_owner ? 5 : 40;
    moment_ += 10;
    return {what, moment_ - random_.below(reach), moment_ + random_.below(reach)};
  }

  operation push() {
    lane_of(pushed_).push_back(pushed_);
    ++inside_;
    return {verb::push, answer::ok, 0, pushed_++};
  }

  operation take() { return take_by(order_ == ordering::deque && random_.one_in(2) ? verb::steal : verb::pop); }

  operation take_by(verb asked) {
    const auto thread = static_cast<std::uint8_t>(asked == verb::steal ? 2 : 1);
    if (inside_ == 0) return {asked, answer::empty, thread, 0};
    --inside_;
    std::deque<std::uint64_t>& lane = most_urgent_lane();
    const bool from_back = order_ == ordering::deque && asked == verb::pop;
    const std::uint64_t item = from_back ? lane.back() : lane.front();
    from_back ? lane.pop_back() : lane.pop_front();
    return {asked, answer::ok, thread, item};
  }

  std::deque<std::uint64_t>& lane_of(std::uint64_t item) {
    if (!by_priority(order_)) return lanes_.front();
    const auto priority = static_cast<std::size_t>(priority_of(item));
    return lanes_[order_ == ordering::lowest_first ? priority : lanes_.size() - 1 - priority];
  }

  std::deque<std::uint64_t>& most_urgent_lane() {
    std::size_t lane = 0;
    while (lanes_[lane].empty()) ++lane;
    return lanes_[lane];
  }

  const ordering order_;
  splitmix random_{5};
  std::uint64_t moment_ = 100;
  std::uint64_t pushed_ = 0;
  std::size_t inside_ = 0;
  std::array<std::deque<std::uint64_t>, 10> lanes_;  // the most urgent first; a single one if it is not by priority
};

inline std::vector<timed_operation> long_history(ordering order, std::size_t operations) {
  return long_run(order).history(operations);
}

// From the middle on, the first two operations that took out items which both were inside before either began, and for
// which `fits(one, later)` is true.
template <class Fits>
std::pair<std::size_t, std::size_t> two_takes(const std::vector<timed_operation>& history, Fits fits) {
  std::vector<std::uint64_t> push_ended;  // by item
  for (const timed_operation& one : history) {
    if (one.call.action == verb::push) push_ended.push_back(one.ended);
  }
  const auto took_out = [](const timed_operation& one) {
    return takes(one.call.action) && one.call.reply == answer::ok;
  };
  for (std::size_t i = history.size() / 2; i < history.size(); ++i) {
    const timed_operation& one = history[i];
    if (!took_out(one)) continue;
    for (std::size_t k = i + 1; k < std::min(i + 200, history.size()); ++k) {
      const timed_operation& later = history[k];
      if (!took_out(later)) continue;
      const std::uint64_t both_inside = std::max(push_ended[one.call.item], push_ended[later.call.item]);
      if (both_inside < std::min(one.began, later.began) && fits(one, later)) return {i, k};
    }
  }
  throw std::logic_error("nothing fits");
}

}  // namespace schedlab::verify
