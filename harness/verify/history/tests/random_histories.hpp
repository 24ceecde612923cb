// Random small histories: right ones, made by running the specification and drawing an interval around each moment; ones
// that were right before something in them was changed; and ones where everything is drawn.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/verify/history/specification.hpp"
#include "harness/verify/history/timed_history.hpp"
#include "workloads/splitmix.hpp"

namespace schedlab::verify {

class random_histories {
 public:
  random_histories(const specification& what, std::uint64_t seed) : specification_(what), random_(seed) {}

  std::vector<timed_operation> right() {
    abstract_state state = specification_.initial();
    std::vector<timed_operation> history;
    std::uint64_t fresh = 1;
    const std::uint64_t count = 2 + random_.below(9);
    const std::uint64_t reach = 1 + random_.below(25);
    for (std::uint64_t moment = 40; moment < 40 + 5 * count; moment += 5) {
      operation one = random_.one_in(2) ? operation{verb::push, answer::ok, producer(), item(fresh)} : pop_from(state);
      if (one.reply == answer::ok && !specification_.apply(state, one, true)) one.reply = answer::full;
      if (one.action == verb::push) ++fresh;
      history.push_back({one, moment - random_.below(reach), moment + random_.below(reach)});
    }
    if (random_.one_in(2)) shuffle(history);
    return history;
  }

  std::vector<timed_operation> changed() {
    std::vector<timed_operation> history = right();
    for (std::uint64_t changes = 1 + random_.below(2); changes > 0; --changes) change(history);
    return history;
  }

  std::vector<timed_operation> drawn() {
    std::vector<timed_operation> history;
    const std::uint64_t items = 1 + random_.below(4);
    for (std::uint64_t i = 1; i <= items; ++i) {
      history.push_back(drawn_interval({verb::push, answer::ok, producer(), item(i)}));
      if (!random_.one_in(4)) history.push_back(drawn_interval({takes(), answer::ok, 2, item(i)}));
    }
    while (random_.one_in(2)) history.push_back(drawn_interval({takes(), answer::empty, 2, 0}));
    if (specification_.is_bounded() && random_.one_in(2)) {
      history.push_back(drawn_interval({verb::push, answer::full, 2, 0}));
    }
    return history;
  }

  // A history of one of the three kinds.
  std::vector<timed_operation> any() {
    const std::uint64_t kind = random_.below(3);
    return kind == 0 ? right() : kind == 1 ? changed() : drawn();
  }

 private:
  // The items have three priorities.
  static std::uint64_t item(std::uint64_t number) { return 10 * number + number % 3; }

  std::uint8_t producer() { return static_cast<std::uint8_t>(random_.below(2)); }

  // A pop, or for a deque also a steal.
  verb takes() { return specification_.order == ordering::deque && random_.one_in(2) ? verb::steal : verb::pop; }

  operation pop_from(const abstract_state& state) {
    const verb asked = takes();
    if (state.size() == 0) return {asked, answer::empty, 2, 0};
    if (asked == verb::steal) return {asked, answer::ok, 2, state[0].item};
    if (specification_.order == ordering::deque) return {asked, answer::ok, 2, state[state.size() - 1].item};
    const bool first_only = specification_.order == ordering::fifo || by_priority(specification_.order);
    std::size_t position = first_only ? 0 : random_.below(state.size());
    if (specification_.order == ordering::producer_fifo) {
      while (position > 0 && state[position - 1].thread == state[position].thread) --position;
    }
    return {verb::pop, answer::ok, 2, state[position].item};
  }

  timed_operation drawn_interval(const operation& what) {
    const std::uint64_t began = 1 + random_.below(20);
    return {what, began, began + random_.below(8)};
  }

  void change(std::vector<timed_operation>& history) {
    timed_operation& one = history[random_.below(history.size())];
    timed_operation& other = history[random_.below(history.size())];
    switch (random_.below(5)) {
      case 0:  // two pops exchange their items
        if (one.call.action != verb::push && other.call.action != verb::push) {
          std::swap(one.call.item, other.call.item);
          std::swap(one.call.reply, other.call.reply);
        }
        break;
      case 1:  // it says empty, although it got something
        if (one.call.action != verb::push) one.call = {one.call.action, answer::empty, 2, 0};
        break;
      case 2:  // it says full, although there was room
        if (one.call.action == verb::push) one.call.reply = answer::full;
        break;
      case 3:  // it happens at another time
        one = drawn_interval(one.call);
        break;
      case 4:  // it gets the item of another pop
        if (one.call.action != verb::push && other.call.action != verb::push) one.call = other.call;
        break;
      default:
        break;
    }
  }

  void shuffle(std::vector<timed_operation>& history) {
    for (std::size_t i = history.size(); i > 1; --i) std::swap(history[i - 1], history[random_.below(i)]);
  }

  const specification specification_;
  splitmix random_;
};

// The same history with overlapping pushes and pops moved later, as a deque's single owner would do them.
inline std::vector<timed_operation> by_one_owner(std::vector<timed_operation> history) {
  std::vector<timed_operation*> of_owner;
  for (timed_operation& one : history) {
    if (one.call.action != verb::steal) of_owner.push_back(&one);
  }
  std::stable_sort(of_owner.begin(), of_owner.end(),
                   [](const timed_operation* a, const timed_operation* b) { return a->began < b->began; });
  std::uint64_t last = 0;
  for (timed_operation* const one : of_owner) {
    one->began = std::max(one->began, last + 1);
    last = one->ended = std::max(one->began, one->ended);
  }
  return history;
}

}  // namespace schedlab::verify
