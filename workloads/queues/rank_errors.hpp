// How far a queue strayed from its order: replays a log of what its threads did.
//
// Every operation took a ticket after it was completed, and the tickets are the order of the replay. The rank error of
// a pop is the number of items that were inside at that moment and should have come out before its own. The other way
// round, an item is overtaken by every item that comes out while it is inside and should have waited for it.
//
// Between an operation and its ticket other threads may do theirs, so even a queue in perfect order shows small errors.
// The errors that the log of such a queue shows are the error of the method.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "workloads/queues/fenwick_tree.hpp"
#include "workloads/queues/operation_log.hpp"

namespace schedlab {

struct rank_errors {
  std::uint64_t pops = 0;
  double mean = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
  std::uint64_t overtaken_max = 0;
};

class rank_replay {
 public:
  // The log may come in any order. Operations after the first missing ticket are left out.
  explicit rank_replay(operation_log log) : log_(std::move(log)) {
    std::sort(log_.begin(), log_.end(), [](const auto& a, const auto& b) { return a.ticket < b.ticket; });
    std::size_t unbroken = 0;
    while (unbroken < log_.size() && log_[unbroken].ticket == log_[0].ticket + unbroken) ++unbroken;
    log_.resize(unbroken);
    find_places();
  }

  rank_errors errors() {
    fenwick_tree inside(places_.size());
    fenwick_tree overtakings(places_.size() + 1);  // differences: the sum of the first ones is the count of one place
    std::vector<state> items(places_.size());
    std::vector<std::uint64_t> found;
    std::uint64_t overtaken_max = 0;
    const auto overtakings_at = [&](std::size_t place) { return overtakings.sum_of_first(place + 1); };
    const auto leave = [&](std::size_t place) {
      const auto overtaken = static_cast<std::uint64_t>(overtakings_at(place) - items[place].overtakings_before);
      overtaken_max = std::max(overtaken_max, overtaken);
    };
    for (const logged_operation& operation : log_) {
      const auto at = places_.find(operation.item);
      if (at == places_.end()) continue;  // its push is not in the log, so its place is unknown
      const std::size_t place = at->second;
      state& item = items[place];
      if (operation.pushed) {
        if (item.popped) continue;  // the push's ticket came after that of the pop
        item = {true, false, overtakings_at(place)};
        inside.add(place, 1);
        continue;
      }
      const std::int64_t error = inside.sum_of_first(place);
      found.push_back(static_cast<std::uint64_t>(error));
      overtakings.add(0, 1);  // for all places before this one
      overtakings.add(place, -1);
      if (item.inside) {
        leave(place);
        inside.add(place, -1);
      }
      item.inside = false;
      item.popped = true;
    }
    for (std::size_t place = 0; place < items.size(); ++place) {
      if (items[place].inside) leave(place);
    }
    return summary(found, overtaken_max);
  }

 private:
  struct state {
    bool inside = false;
    bool popped = false;
    std::int64_t overtakings_before = 0;  // the overtakings counted at its place when it came in
  };

  // The place of an item is its position if all items of the log came out in the right order.
  void find_places() {
    std::vector<const logged_operation*> pushes;
    for (const logged_operation& operation : log_) {
      if (operation.pushed) pushes.push_back(&operation);
    }
    std::stable_sort(pushes.begin(), pushes.end(), [](auto* a, auto* b) { return a->rank < b->rank; });
    for (std::size_t place = 0; place < pushes.size(); ++place) places_.emplace(pushes[place]->item, place);
  }

  static rank_errors summary(std::vector<std::uint64_t>& found, std::uint64_t overtaken_max) {
    rank_errors all{.pops = found.size(), .overtaken_max = overtaken_max};
    if (found.empty()) return all;
    std::sort(found.begin(), found.end());
    double sum = 0;
    for (const std::uint64_t error : found) sum += static_cast<double>(error);
    all.mean = sum / static_cast<double>(found.size());
    all.p99 = found[(found.size() * 99 + 99) / 100 - 1];
    all.max = found.back();
    return all;
  }

  operation_log log_;
  std::unordered_map<std::uint32_t, std::size_t> places_;
};

}  // namespace schedlab
