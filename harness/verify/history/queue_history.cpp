// Each pattern is looked for by sorting and one sweep over time. The patterns of order have files of their own.
#include "harness/verify/history/queue_history.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "harness/verify/history/deque_history.hpp"
#include "harness/verify/history/item_life.hpp"
#include "harness/verify/history/overtaking.hpp"
#include "harness/verify/history/priority_history.hpp"

namespace schedlab::verify {

namespace {

class queue_judge {
 public:
  queue_judge(const specification& what, std::span<const timed_operation> history)
      : specification_(what), history_(history) {}

  queue_report verdict() {
    using check = finding (queue_judge::*)();
    for (const check tried : {&queue_judge::pair_up, &queue_judge::find_lost, &queue_judge::find_disorder,
                              &queue_judge::find_spurious_empty, &queue_judge::find_spurious_full,
                              &queue_judge::find_too_many, &queue_judge::find_unanswerable}) {
      if (finding found = (this->*tried)()) return *std::move(found);
    }
    return {};
  }

 private:
  unsigned thread(std::size_t index) const { return history_[index].call.thread; }

  finding pair_up() { return verify::pair_up(history_, lives_); }

  // Whether the answer promises nothing here, so that it cannot be wrong.
  bool is_excused(std::size_t index) {
    return specification_.is_excused(history_[index].call, /*overlapped=*/true) && is_overlapped(history_[index]);
  }

  bool is_overlapped(const timed_operation& one) {
    if (begins_.empty()) {
      for (const timed_operation& any : history_) {
        begins_.push_back(any.began);
        ends_.push_back(any.ended);
      }
      std::sort(begins_.begin(), begins_.end());
      std::sort(ends_.begin(), ends_.end());
    }
    const auto before = std::lower_bound(ends_.begin(), ends_.end(), one.began) - ends_.begin();
    const auto after = begins_.end() - std::upper_bound(begins_.begin(), begins_.end(), one.ended);
    return static_cast<std::size_t>(before + after) + 1 < history_.size();
  }

  // Finds an item that is still inside when, after everything else, an empty answer comes.
  finding find_lost() {
    std::uint64_t last = 0;
    for (const timed_operation& one : history_) {
      if (one.call.reply == answer::ok) last = std::max(last, one.ended);
    }
    const auto left = std::find_if(lives_.begin(), lives_.end(), [](const item_life& one) { return !one.came_out(); });
    if (left == lives_.end()) return {};
    for (std::size_t i = 0; i < history_.size(); ++i) {
      if (history_[i].call.reply != answer::empty || history_[i].began <= last || is_excused(i)) continue;
      return wrong(complaint::lost, {left->push, i},
                   "item {} was put in by thread {} and never came out, yet in the end thread {} was told empty",
                   left->item, thread(left->push), thread(i));
    }
    return {};
  }

  finding find_disorder() {
    switch (specification_.order) {
      case ordering::fifo:
        return find_overtaking(lives_);
      case ordering::producer_fifo:
        return find_overtaking_of_one_producer();
      case ordering::deque:
        return find_deque_disorder(lives_);
      case ordering::highest_first:
      case ordering::lowest_first:
        return find_priority_disorder(specification_.order, lives_);
      case ordering::bag:
      case ordering::free_list:
        break;
    }
    return {};
  }

  finding find_overtaking_of_one_producer() const {
    std::vector<std::vector<item_life>> by_producer(UINT8_MAX + 1);
    for (const item_life& one : lives_) by_producer[one.producer].push_back(one);
    for (const auto& lives : by_producer) {
      if (finding found = find_overtaking(lives)) return found;
    }
    return {};
  }

  finding find_spurious_empty() {
    time_cover occupied;
    for (const item_life& one : lives_) occupied.add(one.push_ended, one.pop_began);
    occupied.unite();
    for (std::size_t i = 0; i < history_.size(); ++i) {
      const timed_operation& one = history_[i];
      if (one.call.reply != answer::empty || !occupied.covers(one.began, one.ended)) continue;
      if (is_excused(i)) continue;
      const auto there = std::find_if(lives_.begin(), lives_.end(), [&](const item_life& its) {
        return its.push_ended < one.began && one.ended < its.pop_began;
      });
      if (there == lives_.end()) {
        return wrong(complaint::spurious_empty, {i},
                     "thread {} was told empty although at every moment some item was there", thread(i));
      }
      std::vector<std::size_t> concerned{i, there->push};
      if (there->came_out()) concerned.push_back(there->pop);
      return wrong(complaint::spurious_empty, std::move(concerned),
                   "thread {} was told empty although item {} was there all the time", thread(i), there->item);
    }
    return {};
  }

  // Visits beginnings and ends in the order of time, with the number of intervals that are open after each. At equal
  // times a closed interval begins before another ends, an open one afterwards. The end of each interval lies ahead, so
  // `end` stays in range.
  template <class Visit>
  static void sweep(std::vector<std::uint64_t> begins, std::vector<std::uint64_t> ends, bool closed, Visit visit) {
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    std::size_t open = 0;
    auto end = ends.begin();
    for (const std::uint64_t now : begins) {
      for (; closed ? *end < now : *end <= now; ++end) visit(*end, --open, false);
      visit(now, ++open, true);
    }
    for (; end != ends.end(); ++end) visit(*end, --open, false);
  }

  finding find_spurious_full() {
    time_cover roomy;  // the times at which fewer than `capacity` items can have been inside
    std::vector<std::uint64_t> begins;
    std::vector<std::uint64_t> ends;
    for (const item_life& one : lives_) {
      begins.push_back(one.push_began);
      ends.push_back(one.pop_ended);
    }
    bool has_room = true;
    std::uint64_t since = since_ever;
    sweep(std::move(begins), std::move(ends), true, [&](std::uint64_t now, std::size_t open, bool began) {
      const bool may_be_full = specification_.is_bounded() && open >= specification_.capacity;
      if (has_room && began && may_be_full) {
        roomy.add(since, now);
        has_room = false;
      } else if (!has_room && !began && !may_be_full) {
        since = now;
        has_room = true;
      }
    });
    if (has_room) roomy.add(since, for_ever);
    roomy.unite();
    for (std::size_t i = 0; i < history_.size(); ++i) {
      const timed_operation& one = history_[i];
      if (one.call.reply != answer::full || !roomy.covers(one.began, one.ended) || is_excused(i)) continue;
      return wrong(complaint::spurious_full, {i}, "thread {} was told full although there was room all the time",
                   thread(i));
    }
    return {};
  }

  finding find_too_many() {
    if (!specification_.is_bounded()) return {};
    std::vector<std::uint64_t> begins;
    std::vector<std::uint64_t> ends;
    for (const item_life& one : lives_) {
      if (one.push_ended >= one.pop_began) continue;
      begins.push_back(one.push_ended);
      ends.push_back(one.pop_began);
    }
    std::uint64_t overfull = for_ever;
    sweep(std::move(begins), std::move(ends), false, [&](std::uint64_t now, std::size_t open, bool began) {
      if (began && open > specification_.capacity) overfull = std::min(overfull, now);
    });
    if (overfull == for_ever) return {};
    const auto last =
        std::find_if(lives_.begin(), lives_.end(), [&](const item_life& one) { return one.push_ended == overfull; });
    return wrong(complaint::other, {last->push}, "item {} was let in by thread {} where {} items were inside already",
                 last->item, thread(last->push), specification_.capacity);
  }

  finding find_unanswerable() {
    for (std::size_t i = 0; i < history_.size(); ++i) {
      const operation& one = history_[i].call;
      const bool asked_well = one.action == verb::push || one.action == verb::pop ||
                              (one.action == verb::steal && specification_.order == ordering::deque);
      const bool said_well = one.reply == answer::ok || one.reply == answer::contended ||
                             one.reply == (puts(one.action) ? answer::full : answer::empty);
      if (asked_well && said_well && (one.reply != answer::contended || is_excused(i))) continue;
      return wrong(complaint::other, {i}, "thread {} was given an answer that is never right here", thread(i));
    }
    return {};
  }

  const specification& specification_;
  const std::span<const timed_operation> history_;
  std::vector<item_life> lives_;
  std::vector<std::uint64_t> begins_;  // of all operations, sorted when first needed
  std::vector<std::uint64_t> ends_;
};

}  // namespace

queue_report check_queue_history(const specification& what, std::span<const timed_operation> history) {
  if (what.order == ordering::free_list) throw std::invalid_argument("a free list has no long histories");
  return queue_judge(what, history).verdict();
}

}  // namespace schedlab::verify
