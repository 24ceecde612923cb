#include "queues/tests/contents.hpp"

namespace schedlab::contract {

void contents::add(std::uint64_t id, item_priority priority) {
  auto place = inside_.end();
  while (place != inside_.begin() && more_urgent(priority, std::prev(place)->priority)) --place;
  inside_.insert(place, {id, priority});
}

violation contents::remove(std::uint64_t id, bool youngest) {
  const auto found = std::find_if(inside_.begin(), inside_.end(), [id](const held& one) { return one.id == id; });
  if (found == inside_.end()) return text("got ", id, ", which is not inside");
  const auto passed_over = static_cast<std::uint64_t>(youngest ? inside_.end() - 1 - found : found - inside_.begin());
  if (traits_.order != item_order::none && passed_over > traits_.relaxation) {
    return text("got ", name(*found), " instead of ", name(youngest ? inside_.back() : inside_.front()), ", past ",
                passed_over, " items where ", traits_.relaxation, " are allowed");
  }
  inside_.erase(found);
  return {};
}

bool contents::more_urgent(item_priority a, item_priority b) const {
  if (traits_.order == item_order::highest_first) return a > b;
  return traits_.order == item_order::lowest_first && a < b;
}

std::string contents::name(const held& one) const {
  return traits_.by_priority() ? text(one.id, " of priority ", one.priority) : text(one.id);
}

}  // namespace schedlab::contract
