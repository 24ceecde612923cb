// What is inside a queue under test, from what went in and came out: the reference for which item may come out next.
// For a strictly ordered design there is one answer; a relaxed one may pass over as many items as its traits say;
// without an order any item inside will do.
#pragma once

#include <deque>

#include "queues/tests/contract_items.hpp"

namespace schedlab::contract {

template <class Queue>
class contents {
 public:
  void add(std::uint64_t id, item_priority priority = 0) {
    auto place = inside_.end();
    while (place != inside_.begin() && more_urgent(priority, std::prev(place)->priority)) --place;
    inside_.insert(place, {id, priority});
  }

  bool empty() const { return inside_.empty(); }
  std::size_t size() const { return inside_.size(); }

  // `id` came out, where the youngest item, or else the first one, should: says what is wrong with that.
  violation remove(std::uint64_t id, bool youngest = is_deque<Queue>) {
    const auto found = std::find_if(inside_.begin(), inside_.end(), [id](const held& one) { return one.id == id; });
    if (found == inside_.end()) return text("got ", id, ", which is not inside");
    const auto passed_over = static_cast<std::uint64_t>(youngest ? inside_.end() - 1 - found : found - inside_.begin());
    if (Queue::traits.order != item_order::none && passed_over > Queue::traits.relaxation) {
      return text("got ", name(*found), " instead of ", name(youngest ? inside_.back() : inside_.front()), ", past ",
                  passed_over, " items where ", Queue::traits.relaxation, " are allowed");
    }
    inside_.erase(found);
    return {};
  }

 private:
  struct held {
    std::uint64_t id;
    item_priority priority;
  };

  static bool more_urgent(item_priority a, item_priority b) {
    if (Queue::traits.order == item_order::highest_first) return a > b;
    return Queue::traits.order == item_order::lowest_first && a < b;
  }

  static std::string name(const held& one) {
    return Queue::traits.by_priority() ? text(one.id, " of priority ", one.priority) : text(one.id);
  }

  std::deque<held> inside_;  // in the order in which they are to come out; in a deque, to thieves
};

}  // namespace schedlab::contract
