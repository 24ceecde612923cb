// The search. A set of operations is a 64-bit mask.
#include "harness/verify/history/linearizability.hpp"

#include <array>
#include <bit>
#include <stdexcept>
#include <unordered_set>

#include "harness/base/hashing.hpp"

namespace schedlab::verify {

namespace {

constexpr std::uint64_t only(std::size_t index) { return std::uint64_t{1} << index; }

constexpr std::uint64_t first(std::size_t count) { return count == 64 ? ~std::uint64_t{0} : only(count) - 1; }

struct configuration {
  std::uint64_t placed;
  abstract_state state;

  friend bool operator==(const configuration&, const configuration&) = default;
};

struct configuration_hash {
  std::size_t operator()(const configuration& one) const {
    return static_cast<std::size_t>(mix(one.state.hash(), one.placed));
  }
};

class search {
 public:
  search(const specification& what, std::span<const placed_operation> history)
      : specification_(what), history_(history), all_(first(history.size())) {
    for (std::size_t i = 0; i < history.size(); ++i) {
      if (history[i].call.reply != answer::ok) unchanging_ |= only(i);
    }
  }

  // Whether the operations that are not yet placed can follow in some order, from this state.
  bool can_finish(std::uint64_t placed, const abstract_state& state) {
    placed = place_unchanging(placed, state);
    if (placed == all_) return true;
    if (!dead_ends_.empty() && dead_ends_.contains({placed, state})) return false;
    for (std::uint64_t rest = all_ & ~placed & ~unchanging_; rest != 0; rest &= rest - 1) {
      const auto next = static_cast<std::size_t>(std::countr_zero(rest));
      if (!may_follow(next, placed)) continue;
      abstract_state after = state;
      if (!specification_.apply(after, history_[next].call, /*overlapped=*/true)) continue;
      note(placed, next);
      if (can_finish(placed | only(next), after)) return true;
    }
    if (++steps_back_ > steps_back_for_free) dead_ends_.insert({placed, state});
    return false;
  }

  std::vector<std::size_t> order() const { return {order_.begin(), order_.begin() + std::popcount(all_)}; }

 private:
  // To remember a state costs an allocation; to do a little work again costs none.
  static constexpr unsigned steps_back_for_free = 16;

  bool may_follow(std::size_t next, std::uint64_t placed) const { return (history_[next].predecessors & ~placed) == 0; }

  std::uint64_t place_unchanging(std::uint64_t placed, const abstract_state& state) {
    for (std::uint64_t rest = unchanging_ & ~placed; rest != 0;) {
      const auto next = static_cast<std::size_t>(std::countr_zero(rest));
      rest &= rest - 1;
      if (!may_follow(next, placed)) continue;
      if (!specification_.allows(state, history_[next].call, is_overlapped(history_, next))) continue;
      note(placed, next);
      placed |= only(next);
      rest = unchanging_ & ~placed;  // operations that were passed may have waited for this one
    }
    return placed;
  }

  // An entry is overwritten when the search comes back to the same place.
  void note(std::uint64_t placed, std::size_t next) {
    order_[static_cast<std::size_t>(std::popcount(placed))] = static_cast<std::uint8_t>(next);
  }

  const specification& specification_;
  const std::span<const placed_operation> history_;
  const std::uint64_t all_;
  std::uint64_t unchanging_ = 0;
  unsigned steps_back_ = 0;
  std::unordered_set<configuration, configuration_hash> dead_ends_;
  std::array<std::uint8_t, most_operations> order_;
};

void check_length(std::span<const placed_operation> history) {
  if (history.size() > most_operations) throw std::length_error("a history to linearize has at most 64 operations");
}

}  // namespace

linearization linearize(const specification& what, const abstract_state& initial,
                        std::span<const placed_operation> history) {
  check_length(history);
  search orders(what, history);
  if (!orders.can_finish(0, initial)) return {false, {}};
  return {true, orders.order()};
}

bool is_linearizable(const specification& what, const abstract_state& initial,
                     std::span<const placed_operation> history) {
  check_length(history);
  return search(what, history).can_finish(0, initial);
}

bool is_overlapped(std::span<const placed_operation> history, std::size_t index) {
  const std::uint64_t before = history[index].predecessors;
  for (std::size_t i = 0; i < history.size(); ++i) {
    const bool is_before = (before & only(i)) != 0;
    const bool is_after = (history[i].predecessors & only(index)) != 0;
    if (i != index && !is_before && !is_after) return true;
  }
  return false;
}

}  // namespace schedlab::verify
