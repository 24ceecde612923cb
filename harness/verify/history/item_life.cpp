// Pushes and pops are paired by sorting both by item.
#include "harness/verify/history/item_life.hpp"

#include <algorithm>
#include <stdexcept>

namespace schedlab::verify {

namespace {

class pairing {
 public:
  explicit pairing(std::span<const timed_operation> history) : history_(history) {}

  finding pair_up(std::vector<item_life>& lives) const {
    const auto pushes = sorted_by_item(true);
    const auto pops = sorted_by_item(false);
    lives.reserve(pushes.size());
    std::size_t next = 0;
    for (const std::size_t push : pushes) {
      item_life one = begun(push);
      if (!lives.empty() && lives.back().item == one.item) {
        throw std::invalid_argument(fmt::format("item {} is pushed twice", one.item));
      }
      if (next < pops.size() && item(pops[next]) < one.item) return never_put_in(pops[next]);
      if (next < pops.size() && item(pops[next]) == one.item) {
        end(one, pops[next++]);
        if (next < pops.size() && item(pops[next]) == one.item) return came_out_twice(one, pops[next]);
        if (one.pop_ended < one.push_began) return came_out_too_early(one);
      }
      lives.push_back(one);
    }
    if (next < pops.size()) return never_put_in(pops[next]);
    return {};
  }

 private:
  std::uint64_t item(std::size_t index) const { return history_[index].call.item; }
  unsigned thread(std::size_t index) const { return history_[index].call.thread; }

  std::vector<std::size_t> sorted_by_item(bool pushes) const {
    std::vector<std::pair<std::uint64_t, std::size_t>> keyed;
    for (std::size_t i = 0; i < history_.size(); ++i) {
      const operation& one = history_[i].call;
      if (one.reply == answer::ok && puts(one.action) == pushes) keyed.emplace_back(one.item, i);
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<std::size_t> indices;
    indices.reserve(keyed.size());
    for (const auto& [item, index] : keyed) indices.push_back(index);
    return indices;
  }

  item_life begun(std::size_t push) const {
    const timed_operation& in = history_[push];
    return {
        .item = in.call.item, .push = push, .push_began = in.began, .push_ended = in.ended, .producer = in.call.thread};
  }

  void end(item_life& one, std::size_t pop) const {
    const timed_operation& out = history_[pop];
    one.pop = pop;
    one.pop_began = std::max(out.began, one.push_began);
    one.pop_ended = out.ended;
    one.stolen = out.call.action == verb::steal;
  }

  finding never_put_in(std::size_t pop) const {
    return wrong(complaint::invented, {pop}, "item {} came out (to thread {}) but was never put in", item(pop),
                 thread(pop));
  }
  finding came_out_twice(const item_life& one, std::size_t again) const {
    return wrong(complaint::doubled, {one.push, one.pop, again},
                 "item {} came out twice: to thread {} and to thread {}", one.item, thread(one.pop), thread(again));
  }
  finding came_out_too_early(const item_life& one) const {
    return wrong(complaint::invented, {one.push, one.pop}, "item {} came out (to thread {}) before it was put in",
                 one.item, thread(one.pop));
  }

  const std::span<const timed_operation> history_;
};

}  // namespace

finding pair_up(std::span<const timed_operation> history, std::vector<item_life>& lives) {
  return pairing(history).pair_up(lives);
}

std::vector<std::pair<std::uint64_t, const item_life*>> sorted_by(std::uint64_t item_life::*time,
                                                                  std::span<const item_life> lives) {
  std::vector<std::pair<std::uint64_t, const item_life*>> sorted;
  sorted.reserve(lives.size());
  for (const item_life& one : lives) sorted.emplace_back(one.*time, &one);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace schedlab::verify
