// "a before b" always means: a was over when b began.
#include "harness/verify/history/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace schedlab::verify {

namespace {

using reason = std::optional<explanation>;

class reasons {
 public:
  reasons(const specification& what, const abstract_state& initial, std::span<const placed_operation> history)
      : specification_(what),
        initial_(initial),
        history_(history),
        thing_(what.order == ordering::free_list ? "slot" : "item") {
    for (std::size_t i = 0; i < initial.size(); ++i) fate_of(initial[i].item).initial = true;
    for (std::size_t i = 0; i < history.size(); ++i) {
      if (at(i).reply != answer::ok) continue;
      fate& its = fate_of(at(i).item);
      (puts(at(i).action) ? its.puts : its.takes).push_back(i);
    }
  }

  explanation best() const {
    using check = reason (reasons::*)() const;
    for (const check tried : {&reasons::invented, &reasons::doubled, &reasons::lost, &reasons::out_of_order,
                              &reasons::spurious_empty, &reasons::spurious_full}) {
      if (reason found = (this->*tried)()) return *std::move(found);
    }
    return {complaint::other, "no order of these operations is right"};
  }

 private:
  // The operations that put one item in and took it out.
  struct fate {
    std::uint64_t item;
    bool initial = false;
    std::vector<std::size_t> puts;
    std::vector<std::size_t> takes;

    bool goes_once() const { return puts.size() + (initial ? 1 : 0) == 1 && takes.size() <= 1; }
  };

  fate& fate_of(std::uint64_t item) {
    const auto found = std::find_if(fates_.begin(), fates_.end(), [item](const fate& one) { return one.item == item; });
    if (found != fates_.end()) return *found;
    fates_.push_back({item, false, {}, {}});
    return fates_.back();
  }

  const operation& at(std::size_t index) const { return history_[index].call; }
  bool before(std::size_t a, std::size_t b) const { return (history_[b].predecessors >> a & 1) != 0; }
  bool is_spurious(std::size_t index, answer said) const {
    return at(index).reply == said && !specification_.is_excused(at(index), is_overlapped(history_, index));
  }

  // An item's own operations must be right by themselves, as in a bag that holds only this item.
  bool is_right_alone(const fate& its) const {
    std::vector<placed_operation> alone;
    std::vector<std::size_t> indices = its.puts;
    indices.insert(indices.end(), its.takes.begin(), its.takes.end());
    for (const std::size_t i : indices) {
      placed_operation copy{at(i), 0};
      if (copy.call.action == verb::steal) copy.call.action = verb::pop;
      for (std::size_t k = 0; k < indices.size(); ++k) {
        if (before(indices[k], i)) copy.predecessors |= std::uint64_t{1} << k;
      }
      alone.push_back(copy);
    }
    specification only_this = specification_;
    if (specification_.order != ordering::free_list) only_this = {.order = ordering::bag};
    abstract_state state;
    if (its.initial) state.insert(0, {its.item, 0});
    return is_linearizable(only_this, state, alone);
  }

  reason invented() const {
    for (const fate& its : fates_) {
      if (its.takes.empty() || its.initial) continue;
      const std::size_t take = its.takes.front();
      if (its.puts.empty()) {
        return says(complaint::invented, "{} {} came out (to thread {}) but was never put in", thing_, its.item,
                    at(take).thread);
      }
      if (std::all_of(its.puts.begin(), its.puts.end(), [&](std::size_t put) { return before(take, put); })) {
        return says(complaint::invented, "{} {} came out (to thread {}) before it was put in", thing_, its.item,
                    at(take).thread);
      }
    }
    return {};
  }

  reason doubled() const {
    for (const fate& its : fates_) {
      if (is_right_alone(its)) continue;
      if (its.takes.size() < 2) {
        return says(complaint::other, "{} {} cannot have gone in and out as it did", thing_, its.item);
      }
      if (specification_.order == ordering::free_list) {
        return says(complaint::doubled, "slot {} was given to thread {} and to thread {} without being freed between",
                    its.item, at(its.takes[0]).thread, at(its.takes[1]).thread);
      }
      return says(complaint::doubled, "item {} came out twice: to thread {} and to thread {}", its.item,
                  at(its.takes[0]).thread, at(its.takes[1]).thread);
    }
    return {};
  }

  // A loss is certain if the last answer was empty: no later operation put anything in or took anything out.
  reason lost() const {
    for (std::size_t empty = 0; empty < history_.size(); ++empty) {
      if (!is_spurious(empty, answer::empty) || !comes_last(empty)) continue;
      for (const fate& its : fates_) {
        if (!its.goes_once() || !its.takes.empty()) continue;
        const char* how = its.initial ? "was there from the beginning" : "was put in";
        return says(complaint::lost, "{} {} {} and never came out, yet in the end thread {} was told empty", thing_,
                    its.item, how, at(empty).thread);
      }
    }
    return {};
  }

  bool comes_last(std::size_t empty) const {
    for (std::size_t i = 0; i < history_.size(); ++i) {
      if (at(i).reply == answer::ok && !before(i, empty)) return false;
    }
    return true;
  }

  reason out_of_order() const {
    for (const fate& late : fates_) {
      for (const fate& early : fates_) {
        if (&late == &early || !late.goes_once() || !early.goes_once() || early.takes.empty()) continue;
        const std::size_t take = early.takes.front();
        if (!late.takes.empty() && !before(take, late.takes.front())) continue;
        if (!should_have_come_first(late, early, take)) continue;
        return says(complaint::out_of_order, "item {} came out {}, though {}", early.item,
                    late.takes.empty() ? fmt::format("and item {} never did", late.item)
                                       : fmt::format("before item {}", late.item),
                    why(late, early, take));
      }
    }
    return {};
  }

  // Whether `a` should have come out first, given that it comes out after `b`, by operation `take`, or not at all.
  bool should_have_come_first(const fate& a, const fate& b, std::size_t take) const {
    switch (specification_.order) {
      case ordering::fifo:
        return went_in_before(a, b);
      case ordering::producer_fifo:
        return !a.initial && !b.initial && at(a.puts[0]).thread == at(b.puts[0]).thread && went_in_before(a, b);
      case ordering::deque:
        if (at(take).action == verb::steal) return went_in_before(a, b);
        return went_in_before(b, a) && (a.initial || before(a.puts[0], take));
      case ordering::highest_first:
      case ordering::lowest_first:
        if (priority_of(a.item) == priority_of(b.item)) return went_in_before(a, b);
        return more_urgent(specification_.order, a.item, b.item) && (a.initial || before(a.puts[0], take));
      case ordering::bag:
      case ordering::free_list:
        break;
    }
    return false;
  }

  bool went_in_before(const fate& a, const fate& b) const {
    if (a.initial && b.initial) return position(a) < position(b);
    if (a.initial || b.initial) return a.initial;
    return before(a.puts[0], b.puts[0]);
  }

  std::size_t position(const fate& its) const {
    std::size_t found = 0;
    while (initial_[found].item != its.item) ++found;
    return found;
  }

  std::string why(const fate& late, const fate& early, std::size_t take) const {
    if (more_urgent(specification_.order, late.item, early.item)) {
      return fmt::format("item {} was there and has priority {}, not {}", late.item, priority_of(late.item),
                         priority_of(early.item));
    }
    if (specification_.order == ordering::deque && at(take).action == verb::pop) {
      return fmt::format("item {} was put in after it", late.item);
    }
    return fmt::format("item {} was put in before item {}", late.item, early.item);
  }

  reason spurious_empty() const {
    for (std::size_t empty = 0; empty < history_.size(); ++empty) {
      if (!is_spurious(empty, answer::empty)) continue;
      for (const fate& its : fates_) {
        if (!is_there_all_the_time(its, empty)) continue;
        return says(complaint::spurious_empty, "thread {} was told empty although {} {} was there all the time",
                    at(empty).thread, thing_, its.item);
      }
      if (never_empty_during(empty)) {
        return says(complaint::spurious_empty, "thread {} was told empty although at every moment some {} was there",
                    at(empty).thread, thing_);
      }
    }
    return {};
  }

  bool is_there_all_the_time(const fate& its, std::size_t during) const {
    const auto stays_from = [&](auto is_over) {
      return std::all_of(its.takes.begin(), its.takes.end(),
                         [&](std::size_t take) { return is_over(take) || before(during, take); });
    };
    if (its.initial && stays_from([](std::size_t) { return false; })) return true;
    return std::any_of(its.puts.begin(), its.puts.end(), [&](std::size_t put) {
      return before(put, during) && stays_from([&](std::size_t take) { return before(take, put); });
    });
  }

  // Collects the operations that must come before the empty answer: those that were over before it; for each push also
  // its pop, and for each pop its push; and those that were over before these. If an operation among them began after
  // the answer, the structure was never empty during it.
  bool never_empty_during(std::size_t empty) const {
    std::uint64_t needed = history_[empty].predecessors;
    const auto with = [&](std::size_t index) { return std::uint64_t{1} << index | history_[index].predecessors; };
    for (std::uint64_t known = ~needed; known != needed;) {
      known = needed;
      for (const fate& its : fates_) {
        if (!its.goes_once()) continue;
        const bool went_in = its.initial || (known >> its.puts[0] & 1) != 0;
        const bool came_out = !its.takes.empty() && (known >> its.takes[0] & 1) != 0;
        if (went_in && its.takes.empty()) return true;
        if (went_in) needed |= with(its.takes[0]);
        if (came_out && !its.initial) needed |= with(its.puts[0]);
      }
    }
    return (needed >> empty & 1) != 0;
  }

  reason spurious_full() const {
    for (std::size_t full = 0; full < history_.size(); ++full) {
      if (!is_spurious(full, answer::full)) continue;
      std::size_t at_most = initial_.size();
      for (std::size_t i = 0; i < history_.size(); ++i) {
        if (at(i).reply == answer::ok && puts(at(i).action) && !before(full, i)) ++at_most;
      }
      for (std::size_t i = 0; i < history_.size(); ++i) {
        if (at(i).reply == answer::ok && takes(at(i).action) && before(i, full) && at_most > 0) --at_most;
      }
      if (specification_.is_bounded() && at_most >= specification_.capacity) continue;
      return says(complaint::spurious_full,
                  "thread {} was told full although there was room all the time: {} inside at most", at(full).thread,
                  at_most);
    }
    return {};
  }

  template <class... Parts>
  static reason says(complaint kind, fmt::format_string<Parts...> form, Parts&&... parts) {
    return explanation{kind, fmt::format(form, std::forward<Parts>(parts)...)};
  }

  const specification& specification_;
  const abstract_state& initial_;
  const std::span<const placed_operation> history_;
  const char* const thing_;
  std::vector<fate> fates_;
};

}  // namespace

explanation explain(const specification& what, const abstract_state& initial,
                    std::span<const placed_operation> history) {
  return reasons(what, initial, history).best();
}

}  // namespace schedlab::verify
