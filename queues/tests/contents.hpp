// What is inside a queue under test, from what went in and came out: the reference for which item may come out next.
// For a strictly ordered design there is one answer; a relaxed one may pass over as many items as its traits say;
// without an order any item inside will do.
#pragma once

#include <deque>

#include "queues/tests/contract_items.hpp"

namespace schedlab::contract {

class contents {
 public:
  // The traits must outlive it.
  explicit contents(const queue_traits& traits) : traits_(traits) {}

  void add(std::uint64_t id, item_priority priority = 0);

  bool empty() const { return inside_.empty(); }
  std::size_t size() const { return inside_.size(); }

  // `id` came out, where the youngest item, or else the first one, should: says what is wrong with that.
  violation remove(std::uint64_t id, bool youngest);
  // As a pop does.
  violation remove(std::uint64_t id) { return remove(id, traits_.order == item_order::deque); }

 private:
  struct held {
    std::uint64_t id;
    item_priority priority;
  };

  bool more_urgent(item_priority a, item_priority b) const;
  std::string name(const held& one) const;

  const queue_traits& traits_;
  std::deque<held> inside_;  // in the order in which they are to come out; in a deque, to thieves
};

}  // namespace schedlab::contract
